import { eq } from "drizzle-orm";
import { UpstreamError, Problem } from "../../../platform/errors.ts";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import type { Intent } from "./run-provider-step.ts";
import { problems } from "./contract.ts";
import { lockAttempt, recordRepayment } from "./money-back.ts";
import { type RefundOutcome, carryOutRefund, findCollected, startRefund } from "./start-refund.ts";
import { refundableStates } from "./state.ts";
import { paymentAttempts } from "./tables.ts";

/** Throws payment-not-found, refund-decided-already, payment-made-elsewhere, payment-provider-unreachable. */
export async function refundPayment(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "log" | "settings" | "stripe">,
  admin: Person,
  paymentId: string,
  reason: string,
): Promise<RefundOutcome> {
  const found = await findCollected(context, paymentId);
  const { intentId } = found.payment;
  const intent = await requireIntent(context, intentId);
  const from = refundableStates;
  const state = await startRefund(context, {
    found,
    intent,
    from,
    decide: async () => ({ by: admin, reason }),
  });
  if (!from.some((refundable) => refundable === state)) throw new Problem(problems.refundDecided);
  return carryOutRefund(context, intentId);
}

/** Records a repayment outside Stripe and ends the access. Throws payment-not-found, refund-not-failed. */
export async function repayPayment(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "settings">,
  admin: Person,
  paymentId: string,
  note: string,
): Promise<void> {
  const { id: attemptId } = (await findCollected(context, paymentId)).attempt;
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
