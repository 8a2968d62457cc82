/** Whether an endpoint refused a loader's request. The pages bundle has its own copy of the class Problem. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Response ? error.status < 500 : error instanceof Error && error.name === "Problem";
