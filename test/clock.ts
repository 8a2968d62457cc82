import type { Clock } from "../src/platform/clock.ts";

/** A clock that stands still until a test moves it. */
export interface StillClock extends Clock {
  /** Moves on by so many seconds. */
  advance(seconds: number): void;
  /** Goes back to the real present. */
  reset(): void;
}

export function createStillClock(): StillClock {
  let now = Date.now();
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += seconds * 1000;
    },
    reset: () => {
      now = Date.now();
    },
  };
}
