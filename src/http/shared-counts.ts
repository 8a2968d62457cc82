import type { FastifyRateLimitStore } from "@fastify/rate-limit";
import { LRUCache } from "lru-cache";
import type { Clock } from "../platform/clock.ts";
import type { RateLimiter } from "../platform/rate-limiter.ts";

/** A store for @fastify/rate-limit. */
export interface SharedCounts extends FastifyRateLimitStore {
  /** Adds what was counted here to the database, and learns what other processes have counted there. */
  share(): Promise<void>;
}

interface Count {
  calls: number;
  /** Of them, those that the database has not been told of. */
  unshared: number;
  max: number;
  /** Milliseconds. */
  window: number;
  endsAt: number;
}

const mostVisitors = 25_000;
/** Of a limit. Below it a visitor is not worth a write. */
const shareFrom = 0.1;
const mostAtOnce = 1000;

/** Counts in memory, since a write for each request would serve a flood, and shares the counts of busy visitors. */
export function createSharedCounts(rateLimiter: Pick<RateLimiter, "add">, clock: Clock): SharedCounts {
  const counts = new LRUCache<string, Count>({ max: mostVisitors });
  const isWorthSharing = ({ calls, unshared, max, endsAt }: Count): boolean =>
    unshared > 0 &&
    calls >= max * shareFrom &&
    // Whoever was over the limit when the others were told of it is over it until the end.
    calls - unshared <= max &&
    endsAt > clock.now().getTime();

  const store: SharedCounts = {
    incr: (key, done, window, max) => {
      const now = clock.now().getTime();
      let count = counts.get(key);
      if (!count || count.endsAt <= now) {
        count = { calls: 0, unshared: 0, max, window, endsAt: now + window };
        counts.set(key, count);
      }
      count.calls += 1;
      count.unshared += 1;
      done(null, { current: count.calls, ttl: count.endsAt - now });
    },
    child: () => store,
    share: async () => {
      const busy = [...counts].filter(([, count]) => isWorthSharing(count)).slice(0, mostAtOnce);
      if (busy.length === 0) return;
      const added = busy.map(([key, { unshared, window }]) => ({
        key,
        calls: unshared,
        seconds: window / 1000,
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
  return store;
}
