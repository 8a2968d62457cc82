import type { Clock } from "../../src/platform/clock.ts";

export interface StillClock extends Clock {
  advance(seconds: number): void;
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
