import { and, eq, inArray, sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { paymentAttempts } from "./tables.ts";

/** Abandons an attempt that nobody can pay. Does nothing once a seat is taken. */
export async function abandonAttempt(context: Pick<AppContext, "db">, attemptId: string): Promise<void> {
  await context.db
    .update(paymentAttempts)
    .set({ state: "abandoned", revision: sql`${paymentAttempts.revision} + 1` })
    .where(and(eq(paymentAttempts.id, attemptId), inArray(paymentAttempts.state, ["recorded", "open"])));
}
