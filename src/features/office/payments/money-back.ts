import { and, eq, isNull, sql } from "drizzle-orm";
import { keysOf } from "../../../platform/keys-of.ts";
import { type Clock, day } from "../../../platform/clock.ts";
import type { Transaction } from "../../../platform/database.ts";
import { type Cents, inDollars, cents } from "../../../platform/money.ts";
import type { Person } from "../../../access/queries.ts";
import { idFrom } from "../../../platform/ids.ts";
import { enqueueMail, enqueueMails } from "../../../platform/outbox.ts";
import type { AppContext, WriteContext } from "../../../context.ts";
import { recordDecision } from "../../school/audit/record-decision.ts";
import { revokeCertificates } from "../../studio/certificates/revoke-certificate.ts";
import { classes } from "../../school/classes/tables.ts";
import { giveSeatBack } from "../../school/enrollments/take-seat.ts";
import { notify } from "../../school/notifications/notify.ts";
import { refundableCents } from "./queries.ts";
import { firstCheckAt } from "./state.ts";
import { type paymentAttempts, payments, refundRequests } from "./tables.ts";
import type { Intent } from "./run-provider-step.ts";
import { madeElsewhere } from "./policy.ts";
import { partialRefundMail, refundFailedMail, refundMail, repaidMail } from "./refund-mails.ts";
import { disputeMail, paymentWithStudent, refundFailedNotice, saleNotice } from "./mails.ts";

/** @param part cents of a partial refund */
async function recordRefund(
  tx: Transaction,
  clock: Clock,
  attemptId: string,
  by: Person | "payment provider",
  reason: string | null,
  part?: Cents,
): Promise<void> {
  const { payment, student } = await paymentWithStudent(tx, attemptId);
  const amount = part ?? refundableCents(payment);
  await recordDecision(tx, clock, "payment-refunded", {
    by,
    about: student,
    before: `${amount < payment.totalCents ? `${inDollars(amount)} of the ` : ""}${inDollars(payment.totalCents)} for ${payment.className}`,
    after: reason,
  });
}

type Attempt = typeof paymentAttempts.$inferSelect;
type Payment = typeof payments.$inferSelect;

export const firstReviewAt = (collectedAt: Date): Date => new Date(collectedAt.getTime() + day);

export async function beginRefund(
  context: Pick<AppContext, "clock">,
  tx: Transaction,
  { id }: Pick<Attempt, "id">,
  by: Person | "payment provider",
  reason: string | null,
) {
  await recordRefund(tx, context.clock, id, by, reason);
  await grantRequest(context, tx, id, by);
  const checkAt = firstCheckAt(context.clock.now());
  return { state: "refunding" as const, checkAt, checks: 0 };
}

/** Ends the seat and the access after a full refund or a lost dispute. */
export async function completeRefund(
  context: WriteContext,
  tx: Transaction,
  attempt: Attempt,
  payment: Payment,
  { moneyBack }: Intent,
) {
  const { settings } = context;
  const now = context.clock.now();
  // `beginRefund` has recorded it already.
  if (attempt.state !== "refunding") {
    await recordRefund(tx, context.clock, attempt.id, "payment provider", null);
    await grantRequest(context, tx, attempt.id, "payment provider");
  }
  const endsAccess = await returnSeat(context, tx, attempt);
  await tx
    .update(payments)
    // A bank may return a refund weeks later.
    .set({ refundedAt: now, reviewAt: firstReviewAt(now) })
    .where(eq(payments.attemptId, attempt.id));
  const { dispute, refund, refunded = 0 } = moneyBack ?? {};
  // A dispute over a part may have been lost before the rest was refunded.
  const isByBank = dispute?.status === "lost" && refunded <= payment.refundedCents;
  const reference = isByBank ? dispute.id : refund?.id;
  await enqueueMail(tx, context.clock, {
    ...(await refundMail(settings, tx, attempt.id, { isByBank, endsAccess })),
    messageId: idFrom(attempt.id, `refunded ${reference}`),
  });
  return { state: "refunded" as const };
}

/** A returned seat stays returned: another student may have taken it. */
export async function failRefund(
  context: Pick<AppContext, "clock" | "settings">,
  tx: Transaction,
  attempt: Attempt,
  intent: Intent,
) {
  const { settings } = context;
  const { refund, refunded } = intent.moneyBack ?? {};
  const failure = refund?.failure ?? null;
  await tx
    .update(payments)
    // What the mails say is still owed.
    .set({ refundedAt: null, refundedCents: sql`least(${payments.totalCents}, ${refunded ?? 0})` })
    .where(eq(payments.attemptId, attempt.id));
  await enqueueMails(tx, context.clock, [
    await refundFailedMail(settings, tx, attempt.id),
    await refundFailedNotice(settings, tx, attempt.id, failure),
  ]);
  return { state: "refund-failed" as const, checkAt: context.clock.now() };
}

export async function recordRepayment(
  context: WriteContext,
  tx: Transaction,
  attempt: Attempt,
  admin: Person,
  note: string,
): Promise<void> {
  const isElsewhere = attempt.state !== "refund-failed";
  await recordRefund(tx, context.clock, attempt.id, admin, `Paid back another way: ${note}`);
  await grantRequest(context, tx, attempt.id, admin);
  const endsAccess = await returnSeat(context, tx, attempt);
  await tx
    .update(payments)
    // The provider can't be asked about it.
    .set({ repaidAt: context.clock.now(), ...(isElsewhere && { reviewAt: null }) })
    .where(eq(payments.attemptId, attempt.id));
  const mail = await repaidMail(context.settings, tx, attempt.id, { isElsewhere, endsAccess });
  await enqueueMail(tx, context.clock, mail);
}

/** Once per payment: the student may have bought the class again. Returns whether the seat was returned. */
export async function returnSeat(
  context: WriteContext,
  tx: Transaction,
  attempt: Pick<Attempt, "id" | "studentId" | "classId">,
): Promise<boolean> {
  const [sale] = await tx
    .select({ payment: payments, instructorId: classes.instructorId })
    .from(payments)
    .innerJoin(classes, eq(classes.id, payments.classId))
    .where(eq(payments.attemptId, attempt.id));
  if (!sale || sale.payment.seatReturnedAt) return false;
  await giveSeatBack(context, tx, attempt);
  await revokeCertificates(tx, context, attempt);
  await tx
    .update(payments)
    .set({ seatReturnedAt: context.clock.now() })
    .where(eq(payments.attemptId, attempt.id));
  await notify(tx, context, saleNotice("student-refunded", sale.payment, sale.instructorId));
  return true;
}

export async function recordMoneyBack(
  context: Pick<AppContext, "clock" | "settings">,
  tx: Transaction,
  attempt: Attempt,
  payment: Payment,
  { moneyBack }: Intent,
): Promise<boolean> {
  if (!moneyBack) return false;
  const { refund, dispute } = moneyBack;
  const changes = {
    refundedCents: capAt(payment.totalCents, moneyBack.refunded),
    // The key of another Stripe account was set for a while.
    ...(payment.refundFailure === madeElsewhere && { refundFailure: null }),
    ...(refund && { refundId: refund.id, refundStatus: refund.status, refundFailure: refund.failure }),
    ...(dispute && {
      disputeId: dispute.id,
      disputeStatus: dispute.status,
      disputedCents: capAt(payment.totalCents, dispute.amount),
      disputeReason: dispute.reason,
    }),
  };
  const isNew = keysOf(changes).some((name) => payment[name] !== changes[name]);
  if (!isNew) return false;
  const reviewAt = firstReviewAt(context.clock.now()).toISOString();
  await tx
    .update(payments)
    // A dispute or a refund may begin after the review period.
    .set({ ...changes, reviewAt: sql`coalesce(${payments.reviewAt}, ${reviewAt})` })
    .where(eq(payments.id, payment.id));

  const { settings } = context;
  const isPartial =
    (attempt.state === "paid" || attempt.state === "refund-failed") &&
    changes.refundedCents > payment.refundedCents &&
    changes.refundedCents < payment.totalCents;
  if (isPartial) {
    const part = cents(changes.refundedCents - payment.refundedCents);
    await recordRefund(tx, context.clock, attempt.id, "payment provider", null, part);
    await enqueueMail(tx, context.clock, await partialRefundMail(settings, tx, attempt.id, part));
  }
  const sentBack = cents(Math.max(0, payment.refundedCents - changes.refundedCents));
  const isFailureNew =
    refund?.status === "failed" && (refund.id !== payment.refundId || payment.refundStatus !== "failed");
  // If the whole refund failed, `failRefund` has sent these mails.
  if (attempt.state === "paid" && (sentBack > 0 || isFailureNew)) {
    const part = sentBack || capAt(payment.totalCents, refund?.amount ?? 0);
    await enqueueMails(tx, context.clock, [
      await refundFailedMail(settings, tx, attempt.id, part),
      await refundFailedNotice(settings, tx, attempt.id, refund?.failure ?? null, part),
    ]);
  }
  const isDisputeNew =
    dispute && (dispute.id !== payment.disputeId || dispute.status !== payment.disputeStatus);
  if (isDisputeNew) await enqueueMail(tx, context.clock, await disputeMail(settings, tx, attempt.id));
  return true;
}

const capAt = (total: Cents, amount: number): Cents => cents(Math.min(total, amount));

/** Any refund grants it. */
async function grantRequest(
  { clock }: Pick<AppContext, "clock">,
  tx: Transaction,
  attemptId: string,
  by: Person | "payment provider",
): Promise<void> {
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.attemptId, attemptId));
  if (!payment) return;
  const decidedBy = typeof by !== "string" && by.role === "admin" ? by.id : null;
  await tx
    .update(refundRequests)
    .set({ decision: "granted", decidedAt: clock.now(), decidedBy })
    .where(and(eq(refundRequests.paymentId, payment.id), isNull(refundRequests.decision)));
}
