import { codeOf } from "./error-code.ts";
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from "pino";

export type Log = Record<"debug" | "info" | "warn" | "error", (facts: object, message: string) => void>;

export function createLog(level: string, output?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  return output ? pino(options, output) : pino(options);
}

/** Errors carry personal data: query parameters (Drizzle), values (PostgreSQL), recipients (services). */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const code = codeOf(error);
  return {
    type: error.name,
    message: redact(error.message),
    ...(code !== "" && { code }),
    stack: error.stack?.split("\n").filter((line) => /^\s+at /.test(line)),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

const redact = (message: string): string =>
  message
    .replace(/\nparams: [\s\S]*$/, "")
    .replace(/(invalid (?:input )?(?:syntax|value)[^:"]*: )"[\s\S]*"/, '$1"…"')
    .replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:]+/g, "…@…")
    .replace(/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, "…");
