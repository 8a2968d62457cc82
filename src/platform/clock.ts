export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Milliseconds. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export const ago = (clock: Clock, milliseconds: number): Date =>
  new Date(clock.now().getTime() - milliseconds);
