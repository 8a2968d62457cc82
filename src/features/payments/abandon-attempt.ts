import { and, eq, inArray, sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { paymentAttempts } from "./tables.ts";

/**
 * Gives up an attempt that cannot be paid: its intent was never handed out, or the provider knows none of that id (the
 * installation was moved to another Stripe account). Does nothing once a seat is taken.
 */
export async function abandonAttempt(context: AppContext, attemptId: string): Promise<void> {
  await context.db
    .update(paymentAttempts)
    .set({ state: "abandoned", revision: sql`${paymentAttempts.revision} + 1` })
    .where(and(eq(paymentAttempts.id, attemptId), inArray(paymentAttempts.state, ["recorded", "open"])));
}
