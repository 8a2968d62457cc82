import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { type Database, type Transaction, readRows } from "../../src/platform/database.ts";

/** How many sessions of the test's own database wait for a lock. PostgreSQL only. */
export async function countWaiting(db: Database): Promise<number> {
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return (await readRows(db, waiting)).length;
}

/**
 * Sends the requests while a transaction has done `hold`, one after the other, each until it waits for a lock. The
 * transaction then does `change`, and commits.
 */
export async function meanwhile<Answer>(
  db: Database,
  hold: (tx: Transaction) => Promise<unknown>,
  requests: readonly (() => Promise<Answer>)[],
  change: (tx: Transaction) => Promise<unknown> = async () => undefined,
): Promise<Answer[]> {
  const [isHeld, areSent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction(async (tx) => {
    await hold(tx);
    isHeld.resolve();
    await areSent.promise;
    await change(tx);
  });
  await isHeld.promise;
  const sent: Promise<Answer>[] = [];
  for (const request of requests) {
    sent.push(request());
    await expect.poll(() => countWaiting(db)).toBe(sent.length);
  }
  areSent.resolve();
  await holding;
  return Promise.all(sent);
}
