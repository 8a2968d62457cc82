import { type Logger, pino, stdTimeFunctions } from "pino";

/** Structured log lines on standard output. What identifies a person (addresses, names, tokens) is never passed to it. */
export type Log = Record<"debug" | "info" | "warn" | "error", (facts: object, message: string) => void>;

/** @param level one of pino's: "silent", "error", "warn", "info", "debug" */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: stdTimeFunctions.isoTime });
}
