import { Problem, problems } from "../platform/errors.ts";

export interface QueueBounds {
  readonly atOnce: number;
  readonly atOnceForOne: number;
  readonly waitingForOne: number;
}

/** Serves askers in turn, so that one asker's backlog delays only that asker. */
export interface FairQueue {
  /** Throws overloaded when the asker's queue is full. */
  run<T>(asker: string, work: () => Promise<T>): Promise<T>;
}

interface Asker {
  running: number;
  servedAt: number;
  readonly waiting: (() => void)[];
}

/** Seconds. */
const retryAfter = 5;

export function createFairQueue({ atOnce, atOnceForOne, waitingForOne }: QueueBounds): FairQueue {
  const askers = new Map<string, Asker>();
  let running = 0;
  let turns = 0;

  const startNext = (): void => {
    if (running >= atOnce) return;
    let next: Asker | undefined;
    for (const asker of askers.values()) {
      const mayStart = asker.waiting.length > 0 && asker.running < atOnceForOne;
      if (mayStart && asker.servedAt < (next?.servedAt ?? Infinity)) next = asker;
    }
    const start = next?.waiting.shift();
    if (!next || !start) return;
    running += 1;
    next.running += 1;
    next.servedAt = turns += 1;
    start();
  };
  const end = (name: string, asker: Asker): void => {
    running -= 1;
    asker.running -= 1;
    if (asker.running === 0 && asker.waiting.length === 0) askers.delete(name);
    startNext();
  };

  return {
    run: async (name, work) => {
      const asker = askers.get(name) ?? { running: 0, servedAt: 0, waiting: [] };
      if (asker.waiting.length >= waitingForOne) throw new Problem({ ...problems.overloaded, retryAfter });
      askers.set(name, asker);
      await new Promise<void>((start) => {
        asker.waiting.push(start);
        startNext();
      });
      try {
        return await work();
      } finally {
        end(name, asker);
      }
    },
  };
}
