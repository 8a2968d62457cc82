import { isDatabaseAway, logDatabaseAway } from "./database-away.ts";
import type { Log } from "./log.ts";

export interface Job {
  runNow(): Promise<void>;
  stop(): Promise<void>;
}

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
      if (isDatabaseAway(error)) logDatabaseAway(log, error);
      else log.error({ job: name, err: error }, "a background job failed");
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
