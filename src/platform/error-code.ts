/** Of Node, PostgreSQL, Fastify or our API: `ENOENT`, `23505`, `too-young`. Empty if there is none. */
export const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
