import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { AppContext, WriteContext } from "../../../context.ts";
import { type Transaction, firstOrThrow } from "../../../platform/database.ts";
import { Problem, UpstreamError } from "../../../platform/errors.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { Person } from "../../../access/queries.ts";
import { madeElsewhere, refundUnasked, problems } from "./policy.ts";
import { refundFailedNotice } from "./mails.ts";
import { beginRefund, recordMoneyBack, recordRepayment } from "./money-back.ts";
import { lockAttempt } from "./queries.ts";
import type { PaymentContext, Intent } from "./run-provider-step.ts";
import { settlePayment } from "./settle-payment.ts";
import { type AttemptState, refundableStates, repayableStates } from "./state.ts";
import { paymentAttempts, payments } from "./tables.ts";

export type RefundOutcome = "refunded" | "pending" | "failed";
export type CollectedPayment = Awaited<ReturnType<typeof findCollected>>;

/** Throws payment-not-found. */
export async function findCollected({ db }: Pick<AppContext, "db">, paymentId: string) {
  const [found] = await db
    .select({ payment: payments, attempt: paymentAttempts })
    .from(payments)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .where(and(eq(payments.id, paymentId), isNotNull(payments.capturedAt)));
  if (!found) throw new Problem(problems["payment-not-found"]);
  return found;
}

interface RefundStart {
  readonly found: CollectedPayment;
  /** Undefined if the provider did not respond. */
  readonly intent: Intent | undefined;
  readonly from: readonly AttemptState[];
  /** Runs under the attempt's lock; may still refuse. */
  readonly decide: (
    tx: Transaction,
    payment: typeof payments.$inferSelect,
  ) => Promise<{ readonly by: Person; readonly reason: string }>;
}

/** Commits before calling the provider, to survive a crash. Returns the old state; changes only those in `from`. */
export async function startRefund(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  { found, intent, from, decide }: RefundStart,
): Promise<AttemptState> {
  const { id: attemptId, revision } = found.attempt;
  return context.db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (!attempt) throw new Problem(problems["payment-not-found"]);
    if (!from.includes(attempt.state)) return attempt.state;
    const readPayment = async () =>
      firstOrThrow(await tx.select().from(payments).where(eq(payments.attemptId, attemptId)));
    // Store an earlier failed refund first, so that settling does not mistake it for the new one. If all is
    // refunded already, settling stores it, and the mails say how much of it is new.
    if (intent && intent.status !== "refunded" && attempt.revision === revision)
      await recordMoneyBack(context, tx, attempt, await readPayment(), intent);
    const { by, reason } = await decide(tx, await readPayment());
    const change = await beginRefund(context, tx, attempt, by, reason);
    await tx
      .update(paymentAttempts)
      .set({ ...change, revision: attempt.revision + 1 })
      .where(eq(paymentAttempts.id, attemptId));
    return attempt.state;
  });
}

export async function carryOutRefund(context: PaymentContext, intentId: string): Promise<RefundOutcome> {
  try {
    const settlement = await settlePayment(context, intentId);
    if (settlement?.state === "refund-failed") return "failed";
    return settlement?.state === "refunded" ? "refunded" : "pending";
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    context.log.warn({ err: error, intent: intentId }, "a refund is waiting for the payment provider");
    return "pending";
  }
}

/** Throws payment-not-found, refund-decided-already, payment-made-elsewhere, payment-provider-unreachable. */
export async function refundPayment(
  context: PaymentContext,
  admin: Person,
  paymentId: string,
  reason: string,
): Promise<RefundOutcome> {
  const found = await findCollected(context, paymentId);
  const { intentId } = found.payment;
  const intent = await findIntent(context, found.payment);
  if (!intent) {
    await noteMadeElsewhere(context, found.attempt.id);
    throw new Problem(problems["payment-made-elsewhere"]);
  }
  const from = refundableStates;
  const state = await startRefund(context, {
    found,
    intent,
    from,
    decide: async () => ({ by: admin, reason }),
  });
  if (!from.some((refundable) => refundable === state)) throw new Problem(problems["refund-decided-already"]);
  return carryOutRefund(context, intentId);
}

/**
 * Records a repayment outside Stripe and ends the access. Throws payment-not-found, refund-not-failed,
 * payment-provider-unreachable.
 */
export async function repayPayment(
  context: WriteContext & Pick<AppContext, "db" | "stripe">,
  admin: Person,
  paymentId: string,
  note: string,
): Promise<void> {
  const { attempt: observed, payment } = await findCollected(context, paymentId);
  const attemptId = observed.id;
  const isKnown = observed.state === "refund-failed" || !!(await findIntent(context, payment));
  await context.db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (!attempt || !repayableStates(isKnown).includes(attempt.state))
      throw new Problem(problems["refund-not-failed"]);
    await recordRepayment(context, tx, attempt, admin, note);
    await tx
      .update(paymentAttempts)
      .set({ state: "repaid", revision: attempt.revision + 1 })
      .where(eq(paymentAttempts.id, attemptId));
  });
}

/** Mails support, once. A refund through another Stripe account could never complete. */
export const noteMadeElsewhere = (
  { clock, db, settings }: Pick<AppContext, "clock" | "db" | "settings">,
  attemptId: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (!attempt || !repayableStates(false).includes(attempt.state)) return;
    const noted = await tx
      .update(payments)
      .set({ refundFailure: madeElsewhere })
      .where(
        and(
          eq(payments.attemptId, attemptId),
          sql`${payments.refundFailure} is distinct from ${madeElsewhere}`,
        ),
      )
      .returning({ id: payments.id });
    if (noted.length === 0) return;
    // Since when an admin is to act.
    if (attempt.state === "paid")
      await tx.update(paymentAttempts).set({ checkAt: clock.now() }).where(eq(paymentAttempts.id, attemptId));
    await enqueueMail(tx, clock, await refundFailedNotice(settings, tx, attemptId, madeElsewhere));
  });

/** Undefined if it was made through another Stripe account. Throws payment-provider-unreachable. */
async function findIntent(
  { db, stripe }: Pick<AppContext, "db" | "stripe">,
  { id, intentId, refundFailure }: typeof payments.$inferSelect,
) {
  try {
    const intent = await stripe.retrieveIntent(intentId);
    if (intent && refundFailure === madeElsewhere)
      await db.update(payments).set({ refundFailure: null }).where(eq(payments.id, id));
    return intent;
  } catch (error) {
    if (error instanceof UpstreamError) throw new Problem(refundUnasked);
    throw error;
  }
}
