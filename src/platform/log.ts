import { pino } from "pino";

/** Structured log lines on standard output. What identifies a person (addresses, names, tokens) is never passed to it. */
export type Log = Pick<pino.Logger, "debug" | "info" | "warn" | "error">;

/** @param level one of pino's: "silent", "error", "warn", "info", "debug" */
export function createLog(level: string): pino.Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
