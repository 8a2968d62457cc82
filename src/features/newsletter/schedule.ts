const hour = 3_600_000;
const day = 24 * hour;

/** Subscribers are promised one newsletter a week at most. Two hours less, since a weekly hour is never met to the second. */
const pause = 7 * day - 2 * hour;

/** Classes approved longer ago are no news for a first newsletter. */
const firstLooksBack = 30 * day;

/** From when the classes of the next newsletter are counted. @param lastUntil up to when the last one told */
export const newsSince = (now: Date, lastUntil: Date | undefined): Date =>
  lastUntil ?? new Date(now.getTime() - firstLooksBack);

/** When the next newsletter may go out; undefined when it may at once. */
export function nextRelease(now: Date, lastReleasedAt: Date | undefined): Date | undefined {
  if (!lastReleasedAt) return undefined;
  const next = new Date(lastReleasedAt.getTime() + pause);
  return next > now ? next : undefined;
}

const thursday = 4;
const sendingHour = 16;

/**
 * Whether a newsletter that goes out by itself does so now: on Thursdays from 16:00 UTC, or within a day of it where the
 * process was not running then. Later it waits for the next Thursday.
 */
export function isWeeklyHour(now: Date): boolean {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const daysSince = (now.getUTCDay() - thursday + 7) % 7;
  const thisThursday = midnight - daysSince * day + sendingHour * hour;
  const last = thisThursday <= now.getTime() ? thisThursday : thisThursday - 7 * day;
  return now.getTime() - last < day;
}
