import { type Logger, pino, stdTimeFunctions } from "pino";

/** Structured log lines on standard output. What identifies a person (addresses, names, tokens) is never passed to it. */
export type Log = Record<"debug" | "info" | "warn" | "error", (facts: object, message: string) => void>;

/** @param level one of pino's: "silent", "error", "warn", "info", "debug" */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  });
}

/**
 * An error without what it may carry about people: a failed query names its parameters in its message, and PostgreSQL
 * the offending values in its detail.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withoutParameters(error.message),
    ...(typeof code === "string" && { code }),
    stack: error.stack?.split("\n").filter((line) => /^\s+at /.test(line)),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

const withoutParameters = (message: string): string => message.replace(/\nparams: [\s\S]*$/, "");
