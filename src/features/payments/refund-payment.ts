import { and, eq, isNotNull } from "drizzle-orm";
import { UpstreamError, Problem } from "../../platform/errors.ts";
import type { AppContext } from "../../context.ts";
import type { Person } from "../accounts/queries.ts";
import type { Intent } from "./run-provider-step.ts";
import { problems } from "./contract.ts";
import { beginRefund, recordRepayment, lockAttempt, recordMoneyBack } from "./money-back.ts";
import { settlePayment } from "./settle-payment.ts";
import { refundableStates } from "./state.ts";
import { paymentAttempts, payments } from "./tables.ts";

export type RefundOutcome = "refunded" | "pending" | "failed";

/**
 * Commits the decision before calling Stripe, so that the reconciler resumes the refund after a crash. Throws
 * payment-not-found, refund-decided-already, payment-made-elsewhere, payment-provider-unreachable.
 */
export async function refundPayment(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "log" | "settings" | "stripe">,
  admin: Person,
  paymentId: string,
  reason: string,
): Promise<RefundOutcome> {
  const found = await findCollected(context, paymentId);
  const intent = await requireIntent(context, found.intentId);
  await startRefund(context, admin, found, intent, reason);
  try {
    const settlement = await settlePayment(context, found.intentId);
    if (settlement?.state === "refund-failed") return "failed";
    return settlement?.state === "refunded" ? "refunded" : "pending";
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    context.log.warn({ err: error, intent: found.intentId }, "a refund waits for the payment provider");
    return "pending";
  }
}

/** Records a repayment outside Stripe and ends the access. Throws payment-not-found, refund-not-failed. */
export async function repayPayment(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "settings">,
  admin: Person,
  paymentId: string,
  note: string,
): Promise<void> {
  const { attemptId } = await findCollected(context, paymentId);
  await context.db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (attempt?.state !== "refund-failed") throw new Problem(problems.refundNotFailed);
    await recordRepayment(context, tx, attempt, admin, note);
    await tx
      .update(paymentAttempts)
      .set({ state: "repaid", revision: attempt.revision + 1 })
      .where(eq(paymentAttempts.id, attemptId));
  });
}

async function findCollected({ db }: Pick<AppContext, "db">, paymentId: string) {
  const [found] = await db
    .select({
      intentId: payments.intentId,
      attemptId: payments.attemptId,
      revision: paymentAttempts.revision,
    })
    .from(payments)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .where(and(eq(payments.id, paymentId), isNotNull(payments.capturedAt)));
  if (!found) throw new Problem(problems.noSuchPayment);
  return found;
}

/** Rejects a payment of another Stripe account: its refund could never complete. */
async function requireIntent(context: Pick<AppContext, "stripe">, intentId: string): Promise<Intent> {
  try {
    const intent = await context.stripe.retrieveIntent(intentId);
    if (!intent) throw new Problem(problems.paidElsewhere);
    return intent;
  } catch (error) {
    if (error instanceof UpstreamError) throw new Problem(problems.refundUnasked);
    throw error;
  }
}

async function startRefund(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  admin: Person,
  { attemptId, revision }: { attemptId: string; revision: number },
  intent: Intent,
  reason: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (!attempt || !refundableStates.some((state) => state === attempt.state))
      throw new Problem(problems.refundDecided);
    // Store an earlier failed refund first, so that settling does not mistake it for the new one.
    const [payment] = await tx.select().from(payments).where(eq(payments.attemptId, attemptId));
    if (payment && attempt.revision === revision)
      await recordMoneyBack(context, tx, attempt, payment, intent);
    const change = await beginRefund(context, tx, attempt, admin, reason);
    await tx
      .update(paymentAttempts)
      .set({ ...change, revision: attempt.revision + 1 })
      .where(eq(paymentAttempts.id, attemptId));
  });
}
