import { and, eq, inArray, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import type { Refusal } from "./state.ts";
import { paymentAttempts } from "./tables.ts";

/** Abandons an attempt that nobody can pay. Does nothing once a seat is taken. */
export async function abandonAttempt(context: Pick<AppContext, "db">, attemptId: string): Promise<void> {
  await context.db
    .update(paymentAttempts)
    .set({ state: "abandoned", revision: sql`${paymentAttempts.revision} + 1` })
    .where(and(eq(paymentAttempts.id, attemptId), inArray(paymentAttempts.state, ["recorded", "open"])));
}

/** Nobody may pay it any more. The reconciler cancels its intent. Does nothing if the attempt has changed meanwhile. */
export const retireAttempt = (
  tx: Database,
  { id, intentId, revision }: typeof paymentAttempts.$inferSelect,
  refusal: Refusal,
  now: Date,
) =>
  tx
    .update(paymentAttempts)
    .set({
      ...(intentId ? { state: "refused", refusal, checkAt: now } : { state: "abandoned" }),
      revision: revision + 1,
    })
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.revision, revision)));
