import { setTimeout as wait } from "node:timers/promises";
import { UpstreamError } from "./errors.ts";
import type { Log } from "./log.ts";

const awayCodes = new Set([
  // A demoted primary, or a crashed one that Patroni starts as a standby.
  "25006",
  "25P03",
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
  /^(Query read timeout|Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Client was closed)/;

/** Other services fail with the same codes, but their errors are UpstreamErrors. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof UpstreamError) return false;
  const { code = "", syscall, cause }: NodeJS.ErrnoException = error;
  return (
    (code === "ENOENT" && syscall === "connect") ||
    awayCodes.has(code) ||
    code.startsWith("08") ||
    awayMessages.test(error.message) ||
    isDatabaseAway(cause) ||
    (error instanceof AggregateError && error.errors.some(isDatabaseAway))
  );
}

const quietMilliseconds = 60_000;
const quiet = new WeakSet<Log>();

/** One line a minute: during an outage, every job and request fails in the same way. */
export function logDatabaseAway(log: Log, error: unknown): void {
  if (quiet.has(log)) return;
  quiet.add(log);
  setTimeout(() => quiet.delete(log), quietMilliseconds).unref();
  log.error({ err: error }, "the database does not answer");
}

export interface DatabaseWatch {
  readonly check: () => Promise<void>;
  readonly isAway: () => boolean;
  readonly close: () => void;
}

const checkMilliseconds = 1000;

/** Concurrent callers share one check, which is repeated until it succeeds. */
export function watchDatabase(ask: () => Promise<unknown>): DatabaseWatch {
  const closing = new AbortController();
  let isAway = false;
  let checking: Promise<void> | undefined;
  let repeating: Promise<void> | undefined;

  const checkOnce = async (): Promise<void> => {
    try {
      await ask();
      isAway = false;
    } catch (error) {
      isAway = true;
      repeating ??= repeat().finally(() => (repeating = undefined));
      throw error;
    }
  };
  const check = (): Promise<void> => (checking ??= checkOnce().finally(() => (checking = undefined)));
  const repeat = async (): Promise<void> => {
    const options = { signal: closing.signal, ref: false };
    do await wait(checkMilliseconds, undefined, options).catch(() => {});
    while (
      !closing.signal.aborted &&
      (await check().then(
        () => false,
        () => true,
      ))
    );
  };
  return { check, isAway: () => isAway, close: () => closing.abort() };
}
