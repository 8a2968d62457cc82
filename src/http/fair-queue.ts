import { Problem, problems } from "../platform/errors.ts";

/** What a queue takes on. */
export interface QueueBounds {
  /** How much work is under way at a time, and how much of it for one asker. */
  readonly atOnce: number;
  readonly atOnceForOne: number;
  /** How much of one asker's work waits; what comes beyond it is refused. */
  readonly waitingForOne: number;
}

/** Work that is dear, a little at a time, and by turns: who asks for much waits for their own, not others for it. */
export interface FairQueue {
  /** Does the asker's work when it is their turn. Throws overloaded when too much of theirs waits already. */
  run<T>(asker: string, work: () => Promise<T>): Promise<T>;
}

interface Asker {
  running: number;
  /** The turn at which work of theirs was begun last. */
  servedAt: number;
  readonly waiting: (() => void)[];
}

/** Seconds after which a refused asker's queue has moved on. */
const retryAfter = 5;

export function createFairQueue({ atOnce, atOnceForOne, waitingForOne }: QueueBounds): FairQueue {
  const askers = new Map<string, Asker>();
  let running = 0;
  let turns = 0;

  /** Begins work of whoever has waited longest since their last turn. */
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
