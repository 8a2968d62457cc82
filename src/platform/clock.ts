/** The one source of time, so that a test can hold it still. */
export interface Clock {
  /** The present moment (UTC). */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
