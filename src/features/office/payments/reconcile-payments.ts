import { and, asc, inArray, lte, sql } from "drizzle-orm";
import { UpstreamError } from "../../../platform/errors.ts";
import type { AppContext } from "../../../context.ts";
import { isDatabaseAway } from "../../../platform/database-away.ts";
import { abandonAttempt } from "./abandon-attempt.ts";
import { settlePayment } from "./settle-payment.ts";
import { unfinishedStates } from "./state.ts";
import { paymentAttempts } from "./tables.ts";

type Attempt = typeof paymentAttempts.$inferSelect;

const hour = 3_600_000;
/** Without an intent nobody can pay, and after an hour no request is still storing one. */
const unsentLifetime = hour;
const openLifetime = 24 * hour;

/** Settles up to twenty due attempts; returns their number. Leases make concurrent processes safe. */
export async function reconcilePayments(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "log" | "settings" | "stripe">,
): Promise<number> {
  const due = await leaseDue(context);
  for (const attempt of due) {
    try {
      await reconcile(context, attempt);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      // A failed attempt must not block the others of the batch, which are already leased.
      const details = { err: error, attempt: attempt.id };
      if (error instanceof UpstreamError) context.log.warn(details, "could not reconcile a payment yet");
      else context.log.error(details, "could not reconcile a payment");
    }
  }
  return due.length;
}

/** Backs off exponentially: 1, 2, 4 … minutes, at most an hour. */
function leaseDue({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<Attempt[]> {
  const now = clock.now().toISOString();
  const nextCheckAt = sql`${now}::timestamptz + least(power(2, ${paymentAttempts.checks}), 60) * interval '1 minute'`;
  const due = db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.state, unfinishedStates), lte(paymentAttempts.checkAt, clock.now())))
    .orderBy(asc(paymentAttempts.checkAt))
    .limit(20)
    .for("update", { skipLocked: true });
  return db
    .update(paymentAttempts)
    .set({ checkAt: nextCheckAt, checks: sql`least(${paymentAttempts.checks} + 1, 10)` })
    .where(inArray(paymentAttempts.id, due))
    .returning();
}

async function reconcile(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "log" | "settings" | "stripe">,
  attempt: Attempt,
): Promise<void> {
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
