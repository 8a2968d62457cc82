import { Problem, problems } from "../platform/errors.ts";

export interface QueueBounds {
  readonly atOnce: number;
  readonly atOnceForOne: number;
  readonly waitingForOne: number;
  /** Milliseconds until the work has begun. */
  readonly maxWait: number;
}

/** Serves clients round-robin, so that a backlog delays only its own client. */
export interface FairQueue {
  /** Throws overloaded when the client's queue is full, or the wait too long. */
  run<T>(client: string, work: () => Promise<T>): Promise<T>;
  whenIdle(): Promise<void>;
}

interface Client {
  running: number;
  lastStart: number;
  readonly waiting: (() => void)[];
}

/** Seconds. */
const retryAfter = 5;

export function createFairQueue({ atOnce, atOnceForOne, waitingForOne, maxWait }: QueueBounds): FairQueue {
  const clients = new Map<string, Client>();
  let running = 0;
  let startCount = 0;
  let idle: PromiseWithResolvers<void> | undefined;

  const startNext = (): void => {
    if (running >= atOnce) return;
    let next: Client | undefined;
    for (const client of clients.values()) {
      const canStart = client.waiting.length > 0 && client.running < atOnceForOne;
      if (canStart && client.lastStart < (next?.lastStart ?? Infinity)) next = client;
    }
    const start = next?.waiting.shift();
    if (!next || !start) return;
    running += 1;
    next.running += 1;
    next.lastStart = startCount += 1;
    start();
  };
  const forgetIdle = (name: string, client: Client): void => {
    if (client.running === 0 && client.waiting.length === 0) clients.delete(name);
  };
  const end = (name: string, client: Client): void => {
    running -= 1;
    client.running -= 1;
    forgetIdle(name, client);
    startNext();
    if (running === 0) idle?.resolve();
  };
  const waitForTurn = (name: string, client: Client): Promise<void> =>
    new Promise((start, refuse) => {
      let timer: NodeJS.Timeout | undefined;
      const begin = (): void => {
        clearTimeout(timer);
        start();
      };
      client.waiting.push(begin);
      startNext();
      if (!client.waiting.includes(begin)) return;
      timer = setTimeout(() => {
        client.waiting.splice(client.waiting.indexOf(begin), 1);
        forgetIdle(name, client);
        refuse(new Problem({ ...problems.overloaded, retryAfter }));
      }, maxWait);
    });

  return {
    run: async (name, work) => {
      const client = clients.get(name) ?? { running: 0, lastStart: 0, waiting: [] };
      if (client.waiting.length >= waitingForOne) throw new Problem({ ...problems.overloaded, retryAfter });
      clients.set(name, client);
      await waitForTurn(name, client);
      try {
        return await work();
      } finally {
        end(name, client);
      }
    },
    whenIdle: async () => {
      if (running === 0) return;
      idle ??= Promise.withResolvers();
      await idle.promise;
      idle = undefined;
    },
  };
}
