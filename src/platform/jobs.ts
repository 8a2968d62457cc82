import type { Log } from "./log.ts";

/** A piece of work that repeats in the background until it is stopped. */
export interface Job {
  /** Runs the work now, after the run under way if there is one. */
  runNow(): Promise<void>;
  /** Ends the repetition, tells the run under way, and waits for it. */
  stop(): Promise<void>;
}

/**
 * Repeats `work` with `seconds` of rest between two runs. Runs never overlap; a run that fails is logged and the next
 * one comes as planned.
 */
export function startJob(
  name: string,
  seconds: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  log: Log,
): Job {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    clearTimeout(timer);
    try {
      await work(stopping.signal);
    } catch (error) {
      log.error({ job: name, err: error }, "a background job failed");
    }
    if (!stopping.signal.aborted) timer = setTimeout(() => void queue(), seconds * 1000).unref();
  };
  const queue = (): Promise<void> => (running = running.then(run));

  timer = setTimeout(() => void queue(), seconds * 1000).unref();
  return {
    runNow: queue,
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
