import { and, eq, lte, type SQL } from "drizzle-orm";
import type { Clock } from "../../src/platform/clock.ts";
import type { Database } from "../../src/platform/database.ts";
import { cancel } from "./cancel-intent.ts";
import { paymentIntents } from "./tables.ts";

/** Cancels intents whose authorization has expired, as banks do. With `id`, only that intent. Returns the count. */
export async function expireAuthorizations(db: Database, clock: Clock, id?: string): Promise<number> {
  const now = clock.now();
  const lapsed: SQL | undefined = and(
    eq(paymentIntents.status, "requires_capture"),
    lte(paymentIntents.captureBefore, now),
    id === undefined ? undefined : eq(paymentIntents.id, id),
  );
  const found = await db.select({ id: paymentIntents.id }).from(paymentIntents).where(lapsed).limit(100);
  if (found.length === 0) return 0;
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: paymentIntents.id })
      .from(paymentIntents)
      .where(lapsed)
      .orderBy(paymentIntents.id)
      .limit(100)
      .for("update");
    const cause = { tx, now, requestId: null, idempotencyKey: null };
    // oxlint-disable-next-line no-await-in-loop -- a transaction has one connection
    for (const row of rows) await cancel(cause, row.id, "automatic");
    return rows.length;
  });
}
