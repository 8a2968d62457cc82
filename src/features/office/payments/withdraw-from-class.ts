import { eq } from "drizzle-orm";
import type { AppContext, WriteContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { Problem, UpstreamError } from "../../../platform/errors.ts";
import { idFrom } from "../../../platform/ids.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { classes } from "../../school/classes/tables.ts";
import { lockSeat } from "../../school/enrollments/queries.ts";
import { returnSeat } from "./money-back.ts";
import { findOwn, readStandingFacts } from "./refund-requests.ts";
import { problems } from "./refund-contract.ts";
import { withdrawalMail } from "./refund-mails.ts";
import { type Standing, refundStanding, standingInWords } from "./refund-standing.ts";
import type { PaymentContext } from "./run-provider-step.ts";
import { type CollectedPayment, type RefundOutcome, carryOutRefund, startRefund } from "./refund-payment.ts";
import { type AttemptState, refundStateOf } from "./state.ts";
import { payments } from "./tables.ts";

/**
 * Idempotent; doesn't wait for the provider. Throws payment-not-found, not-your-payment, refund-not-in-policy,
 * payment-disputed, refund-by-hand.
 */
export async function withdrawFromClass(
  context: PaymentContext,
  student: Person,
  paymentId: string,
): Promise<RefundOutcome> {
  const found = await findOwn(context, student, paymentId);
  if (found.attempt.state !== "paid") return outcomeOf(found.attempt.state);
  const { intentId } = found.payment;
  const intent = await findIntent(context, intentId);
  const state = await startRefund(context, {
    found,
    intent,
    from: ["paid"],
    decide: async (tx, payment) => {
      const standing = await decideStanding(context, tx, { ...found, payment }, student);
      return { by: student, reason: standingInWords(standing).join(" ") };
    },
  });
  return state === "paid" ? carryOutRefund(context, intentId) : outcomeOf(state);
}

/** Undefined if the provider does not respond now. */
async function findIntent(context: Pick<AppContext, "log" | "stripe">, intentId: string) {
  try {
    const intent = await context.stripe.retrieveIntent(intentId);
    if (!intent) throw new Problem(problems["refund-by-hand"]);
    return intent;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    context.log.warn({ err: error, intent: intentId }, "a withdrawal does not wait for the payment provider");
    return undefined;
  }
}

async function decideStanding(
  context: WriteContext,
  tx: Transaction,
  found: CollectedPayment,
  student: Person,
): Promise<Standing> {
  const { payment } = found;
  if (payment.disputeStatus === "open") throw new Problem(problems["payment-disputed"]);
  // Returning the seat changes the class, which is locked before people.
  await tx
    .select({ id: classes.id })
    .from(classes)
    .where(eq(classes.id, payment.classId))
    .for("no key update");
  // Two simultaneous withdrawals would not count each other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, student.id)).for("no key update");
  // Openings are recorded before this, or refused after it.
  await lockSeat(tx, student.id, payment.classId);
  const facts = await readStandingFacts(context, tx, found);
  const standing = refundStanding(facts);
  if (!standing.isAllowed)
    throw new Problem(problems["refund-not-in-policy"], standingInWords(standing).join(" "));
  await tx
    .update(payments)
    .set({ withdrawnAt: facts.now, withdrawalStanding: standing })
    .where(eq(payments.id, payment.id));
  const mail = await withdrawalMail(context.settings, tx, payment.attemptId, facts.now);
  await enqueueMail(tx, context.clock, { ...mail, messageId: idFrom(payment.attemptId, "withdrawn") });
  await returnSeat(context, tx, found.attempt);
  return standing;
}

function outcomeOf(state: AttemptState): RefundOutcome {
  const refund = refundStateOf(state, 0);
  if (refund === "failed") return "failed";
  return refund === "refunded" || refund === "repaid" ? "refunded" : "pending";
}
