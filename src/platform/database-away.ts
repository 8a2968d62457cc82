const awayCodes = new Set([
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "53300",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
]);
const awayMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Client was closed)/;

/** Pass errors of queries only: connections to other services fail with the same codes. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "", syscall, cause, errors } = error as NodeJS.ErrnoException & { errors?: unknown[] };
  return (
    (code === "ENOENT" && syscall === "connect") ||
    awayCodes.has(code) ||
    code.startsWith("08") ||
    awayMessages.test(error.message) ||
    isDatabaseAway(cause) ||
    (errors ?? []).some(isDatabaseAway)
  );
}
