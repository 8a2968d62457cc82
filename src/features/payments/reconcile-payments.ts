import { and, asc, inArray, lte, sql } from "drizzle-orm";
import { UpstreamError } from "../../platform/errors.ts";
import type { AppContext } from "../../context.ts";
import { abandonAttempt } from "./abandon-attempt.ts";
import { settlePayment } from "./settle-payment.ts";
import { unfinishedStates } from "./state.ts";
import { paymentAttempts } from "./tables.ts";

type Attempt = typeof paymentAttempts.$inferSelect;

const hour = 3_600_000;
/** Without an intent nobody can pay; after an hour no request is still about to store one. */
const unsentLifetime = hour;
/** An attempt that nobody paid within a day is given up. */
const openLifetime = 24 * hour;

/**
 * Settles the unfinished attempts that are due, at most twenty, and returns how many it looked at. This is what ends a
 * payment whose browser and webhook never came. Several processes may run it at once: each leases the attempts it takes.
 * Never throws because of a single attempt: it logs that one and goes on.
 */
export async function reconcilePayments(context: AppContext): Promise<number> {
  const due = await leaseDue(context);
  for (const attempt of due) {
    try {
      await reconcile(context, attempt);
    } catch (error) {
      // One that cannot be settled must not keep the others, which are leased already, from it.
      const details = { err: error, attempt: attempt.id };
      if (error instanceof UpstreamError) context.log.warn(details, "a payment could not be reconciled yet");
      else context.log.error(details, "a payment could not be reconciled");
    }
  }
  return due.length;
}

/** Takes what is due and sets the next look 1, 2, 4 … minutes later, at most an hour. */
function leaseDue({ db, clock }: AppContext): Promise<Attempt[]> {
  const now = clock.now().toISOString();
  const nextLook = sql`${now}::timestamptz + least(power(2, ${paymentAttempts.checks}), 60) * interval '1 minute'`;
  const due = db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.state, unfinishedStates), lte(paymentAttempts.checkAt, clock.now())))
    .orderBy(asc(paymentAttempts.checkAt))
    .limit(20)
    .for("update", { skipLocked: true });
  return db
    .update(paymentAttempts)
    .set({ checkAt: nextLook, checks: sql`least(${paymentAttempts.checks} + 1, 10)` })
    .where(inArray(paymentAttempts.id, due))
    .returning();
}

async function reconcile(context: AppContext, attempt: Attempt): Promise<void> {
  const age = context.clock.now().getTime() - attempt.createdAt.getTime();
  if (attempt.intentId === null) {
    if (age > unsentLifetime) await abandonAttempt(context, attempt.id);
    return;
  }
  const settlement = await settlePayment(context, attempt.intentId);
  if (!settlement) return abandonAttempt(context, attempt.id);
  if (settlement.state === "open" && age > openLifetime) {
    await context.stripe.cancelIntent(attempt.intentId);
    await settlePayment(context, attempt.intentId);
  }
}
