import { LRUCache } from "lru-cache";
import type { Clock } from "../platform/clock.ts";
import type { RateLimit, RateLimiter } from "../platform/rate-limiter.ts";

export interface SharedCounts {
  /** Returns the seconds to wait, or 0. */
  count(key: string, limit: RateLimit): number;
  /** Adds what was counted here to the database, and learns what other processes have counted there. */
  share(): Promise<void>;
}

interface Count {
  calls: number;
  /** Of them, those that the database has not been told of. */
  unshared: number;
  readonly limit: RateLimit;
  /** Milliseconds. */
  endsAt: number;
}

const mostVisitors = 25_000;
/** Of a limit. Below it a visitor is not worth a write. */
const shareFrom = 0.1;
const mostAtOnce = 1000;

/** Counts in memory, since a write for each request would serve a flood, and shares the counts of busy visitors. */
export function createSharedCounts(rateLimiter: Pick<RateLimiter, "add">, clock: Clock): SharedCounts {
  const counts = new LRUCache<string, Count>({ max: mostVisitors });
  const isWorthSharing = ({ calls, unshared, limit, endsAt }: Count): boolean =>
    unshared > 0 &&
    calls >= limit.calls * shareFrom &&
    // Whoever was over the limit when the others were told of it is over it until the end.
    calls - unshared <= limit.calls &&
    endsAt > clock.now().getTime();

  return {
    count: (key, limit) => {
      const now = clock.now().getTime();
      let count = counts.get(key);
      if (!count || count.endsAt <= now) {
        count = { calls: 0, unshared: 0, limit, endsAt: now + limit.seconds * 1000 };
        counts.set(key, count);
      }
      count.calls += 1;
      count.unshared += 1;
      return count.calls > limit.calls ? Math.ceil((count.endsAt - now) / 1000) : 0;
    },
    share: async () => {
      const busy = [...counts].filter(([, count]) => isWorthSharing(count)).slice(0, mostAtOnce);
      if (busy.length === 0) return;
      const added = busy.map(([key, { unshared, limit }]) => ({
        key,
        calls: unshared,
        seconds: limit.seconds,
      }));
      const totals = await rateLimiter.add(added);
      for (const [at, [, count]] of busy.entries()) {
        const { calls, wait } = totals[at]!;
        count.unshared -= added[at]!.calls;
        count.calls = calls + count.unshared;
        count.endsAt = clock.now().getTime() + wait * 1000;
      }
    },
  };
}
