export const noConnection = "Can't reach Senga. Check your connection and try again.";

/** Browsers have no code for a request or a script that did not arrive, only sentences of their own. */
export const isConnectionFailure = (error: unknown): boolean =>
  error instanceof TypeError &&
  /failed to fetch|networkerror|load failed|importing a module/i.test(error.message);

/** What to show of a failed action. */
export function failureText(error: unknown): string {
  if (isConnectionFailure(error)) return noConnection;
  return error instanceof Error ? error.message : String(error);
}
