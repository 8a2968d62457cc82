const hour = 3_600_000;
const day = 24 * hour;

/** Two hours of slack, because a weekly job is never exact. */
const minInterval = 7 * day - 2 * hour;

const firstLookback = 30 * day;

export const newsSince = (now: Date, lastUntil: Date | undefined): Date =>
  lastUntil ?? new Date(now.getTime() - firstLookback);

/** Undefined if the release may happen now. */
export function nextRelease(now: Date, lastReleasedAt: Date | undefined): Date | undefined {
  if (!lastReleasedAt) return undefined;
  const next = new Date(lastReleasedAt.getTime() + minInterval);
  return next > now ? next : undefined;
}

const thursday = 4;
const releaseHour = 16;

/** Thursdays from 16:00 UTC; after downtime, up to 24 hours later. */
export function isReleaseWindow(now: Date): boolean {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const daysSince = (now.getUTCDay() - thursday + 7) % 7;
  const thisThursday = midnight - daysSince * day + releaseHour * hour;
  const last = thisThursday <= now.getTime() ? thisThursday : thisThursday - 7 * day;
  return now.getTime() - last < day;
}
