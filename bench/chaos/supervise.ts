import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

export interface Killable {
  readonly name: string;
  /** Resolves when it serves; rejects when it ended before. */
  readonly start: () => Promise<void>;
  /** As `kill -9`. */
  readonly kill: () => Promise<void>;
}

export const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

interface Supervised {
  readonly name: string;
  readonly isUp: () => boolean;
  /** Starts it again after `seconds`, until it serves. */
  readonly restart: (seconds: number) => Promise<void>;
}

/** Tries: a site that starts while its database is away ends with a message. */
const maxStarts = 60;

export function supervise(target: Killable): Supervised {
  let isUp = true;
  return {
    name: target.name,
    isUp: () => isUp,
    restart: async (seconds) => {
      isUp = false;
      await target.kill();
      await wait(seconds * 1000);
      await startAgain(target);
      isUp = true;
    },
  };
}

async function startAgain(target: Killable): Promise<void> {
  for (let starts = 1; ; starts += 1) {
    try {
      return await target.start();
    } catch (error) {
      if (starts === maxStarts) throw error;
      await wait(500);
    }
  }
}
