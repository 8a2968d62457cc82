import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from "pino";

/**
 * Structured log lines on standard output. What identifies a person (addresses, names, tokens) is never passed to it; out
 * of errors, which others wrote, it is taken.
 */
export type Log = Record<"debug" | "info" | "warn" | "error", (facts: object, message: string) => void>;

/**
 * @param level one of pino's: "silent", "error", "warn", "info", "debug"
 * @param output where the lines go; standard output unless it is told
 */
export function createLog(level: string, output?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  return output ? pino(options, output) : pino(options);
}

/**
 * An error without what it may carry about people: a failed query names its parameters in its message, PostgreSQL the
 * offending values in its detail or in quotes, and other services repeat whom they were asked about.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withoutPeople(error.message),
    ...(typeof code === "string" && { code }),
    stack: error.stack?.split("\n").filter((line) => /^\s+at /.test(line)),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

const withoutPeople = (message: string): string =>
  message
    .replace(/\nparams: [\s\S]*$/, "")
    .replace(/(invalid (?:input )?(?:syntax|value)[^:"]*: )"[\s\S]*"/, '$1"…"')
    .replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:]+/g, "…@…")
    .replace(/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, "…");
