/** What PostgreSQL and the network say of a server that is going, gone or coming. */
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
/** And what the driver says, which has no codes for it. */
const awayMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Client was closed)/;

/**
 * Whether an error comes of a database that is not there at the moment, however deep the driver has put its reason: the
 * same can be asked again. Only errors of queries are to be asked about: other services' connections break likewise.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "", syscall, cause, errors } = error as NodeJS.ErrnoException & { errors?: unknown[] };
  return (
    // The socket of a server that is stopped.
    (code === "ENOENT" && syscall === "connect") ||
    awayCodes.has(code) ||
    code.startsWith("08") ||
    awayMessages.test(error.message) ||
    isDatabaseAway(cause) ||
    (errors ?? []).some(isDatabaseAway)
  );
}
