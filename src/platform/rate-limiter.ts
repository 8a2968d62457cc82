import { createHmac } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { Database } from "./database.ts";
import { deleteInPieces } from "./drizzle.ts";

export interface RateLimit {
  readonly calls: number;
  readonly seconds: number;
}

/** One row per limit and caller, in a fixed window. The key is a digest, so that the table names nobody. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text().primaryKey(),
    calls: integer().notNull(),
    resetsAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index("rate_limits_resets").on(table.resetsAt)],
);

export interface RateLimiter {
  /** Returns the seconds to wait, or 0. */
  readonly consume: (key: string, limit: RateLimit) => Promise<number>;
  readonly restore: (key: string) => Promise<void>;
  readonly reset: (key: string) => Promise<void>;
  readonly isCounted: (key: string) => Promise<boolean>;
}

export const removeEndedLimits = (db: Database, signal?: AbortSignal): Promise<void> =>
  deleteInPieces(db, rateLimits, lt(rateLimits.resetsAt, sql`now()`), signal);

/** Counts in the database, by its clock: limits hold across processes and restarts. */
export function createRateLimiter(db: Database, secret: string, factor: number): RateLimiter {
  const digest = (key: string): string => createHmac("sha256", secret).update(key).digest("base64url");
  const isOver = sql`${rateLimits.resetsAt} <= now()`;
  return {
    consume: async (key, { calls, seconds }) => {
      const [count] = await db
        .insert(rateLimits)
        .values({
          key: digest(key),
          calls: 1,
          resetsAt: sql`now() + make_interval(secs => ${seconds})`,
        })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            calls: sql`case when ${isOver} then 1 else ${rateLimits.calls} + 1 end`,
            resetsAt: sql`case when ${isOver} then excluded.resets_at else ${rateLimits.resetsAt} end`,
          },
        })
        .returning({
          calls: rateLimits.calls,
          wait: sql<number>`ceil(extract(epoch from ${rateLimits.resetsAt} - now()))::int`,
        });
      return count && count.calls > calls * factor ? Math.max(1, count.wait) : 0;
    },
    restore: async (key) => {
      await db
        .update(rateLimits)
        .set({ calls: sql`greatest(${rateLimits.calls} - 1, 0)` })
        .where(eq(rateLimits.key, digest(key)));
    },
    reset: async (key) => {
      await db.delete(rateLimits).where(eq(rateLimits.key, digest(key)));
    },
    isCounted: async (key) => {
      const rows = await db
        .select({ calls: rateLimits.calls })
        .from(rateLimits)
        .where(and(eq(rateLimits.key, digest(key)), gt(rateLimits.resetsAt, sql`now()`)));
      return rows.length > 0;
    },
  };
}
