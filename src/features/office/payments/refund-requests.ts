import { and, eq, gt, isNotNull, ne, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { type Database, type Transaction, firstOrThrow } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import { inDollars } from "../../../platform/money.ts";
import { day } from "../../../platform/clock.ts";
import { type Person, lockPresent } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { notify, notifyAdmins } from "../../school/notifications/notify.ts";
import { recordDecision } from "../../school/audit/record-decision.ts";
import { findFirstPublication } from "../../classroom/lessons/queries.ts";
import { listOpened } from "../../classroom/progress/list-opened.ts";
import { problems as paymentProblems } from "./policy.ts";
import { lockAttempt, refundableCents } from "./queries.ts";
import { problems } from "./refund-contract.ts";
import { requestMail } from "./refund-mails.ts";
import { type StandingFacts, refundStanding, withdrawalDays } from "./refund-standing.ts";
import { payments, refundRequests } from "./tables.ts";
import { type CollectedPayment, findCollected } from "./refund-payment.ts";

/**
 * Once per payment. Throws payment-not-found, not-your-payment, refund-decided-already, unauthenticated,
 * refund-requested-already.
 */
export async function requestRefund(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  student: Person,
  paymentId: string,
  text: string,
): Promise<string> {
  const found = await findOwn(context, student, paymentId);
  return context.db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, found.attempt.id);
    if (attempt?.state !== "paid") throw new Problem(paymentProblems["refund-decided-already"]);
    await lockPresent(tx, student);
    const facts = await readStandingFacts(context, tx, found);
    const standing = refundStanding(facts);
    const id = newId();
    const added = await tx
      .insert(refundRequests)
      .values({ id, paymentId, text, standing, createdAt: facts.now })
      .onConflictDoNothing()
      .returning({ id: refundRequests.id });
    if (added.length === 0) throw new Problem(problems["refund-requested-already"]);
    await enqueueMail(tx, context.clock, await requestMail(context.settings, tx, attempt.id, id));
    await notifyAdmins(tx, context, {
      kind: "refund-requested",
      aboutId: id,
      actorId: student.id,
      classId: found.payment.classId,
      cents: refundableCents(found.payment),
      path: "/dashboard/payments",
    });
    return id;
  });
}

/** Throws refund-request-not-found, refund-request-decided. */
export async function declineRequest(
  context: Pick<AppContext, "clock" | "db">,
  admin: Person,
  requestId: string,
  answer: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { student, payment } = await lockRequest(tx, requestId);
    await tx
      .update(refundRequests)
      .set({ decision: "declined", decidedAt: context.clock.now(), decidedBy: admin.id, answer })
      .where(eq(refundRequests.id, requestId));
    await recordDecision(tx, context.clock, "refund-declined", {
      by: admin,
      about: student,
      before: `${inDollars(refundableCents(payment))} for ${payment.className}`,
      after: answer,
    });
    await notify(tx, context, {
      personId: student.id,
      kind: "refund-decided",
      aboutId: requestId,
      classId: payment.classId,
      path: `/dashboard/payment-history/${payment.id}/withdraw`,
    });
  });
}

/** Locks the attempt first, as a refund does, and the student, with whose account an open request goes. */
async function lockRequest(tx: Transaction, requestId: string) {
  const [found] = await tx
    .select({ payment: payments })
    .from(refundRequests)
    .innerJoin(payments, eq(payments.id, refundRequests.paymentId))
    .where(eq(refundRequests.id, requestId));
  if (!found) throw new Problem(problems["refund-request-not-found"]);
  const { payment } = found;
  await lockAttempt(tx, payment.attemptId);
  const student = firstOrThrow(
    await tx
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(eq(users.id, payment.studentId))
      .for("key share"),
  );
  const [request] = await tx
    .select({ decision: refundRequests.decision })
    .from(refundRequests)
    .where(eq(refundRequests.id, requestId));
  if (!request) throw new Problem(problems["refund-request-not-found"]);
  if (request.decision !== null) throw new Problem(problems["refund-request-decided-already"]);
  return { payment, student };
}

/** Throws payment-not-found, not-your-payment. */
export async function findOwn(
  context: Pick<AppContext, "db">,
  student: Person,
  paymentId: string,
): Promise<CollectedPayment> {
  const found = await findCollected(context, paymentId);
  if (found.payment.studentId !== student.id) throw new Problem(paymentProblems["not-your-payment"]);
  return found;
}

/** Throws payment-not-found, not-your-payment. */
export async function readOwnStanding(
  context: Pick<AppContext, "clock" | "db">,
  student: Person,
  paymentId: string,
) {
  const found = await findOwn(context, student, paymentId);
  const facts = await readStandingFacts(context, context.db, found);
  const [request] = await context.db
    .select()
    .from(refundRequests)
    .where(eq(refundRequests.paymentId, paymentId));
  return { ...found, facts, request };
}

export async function readStandingFacts(
  { clock }: Pick<AppContext, "clock">,
  db: Database,
  { payment, attempt }: CollectedPayment,
): Promise<StandingFacts<Date>> {
  const now = clock.now();
  const capturedAt = payment.capturedAt ?? payment.createdAt;
  const { classId, studentId } = payment;
  const lately = gt(payments.withdrawnAt, new Date(now.getTime() - withdrawalDays * day));
  const [withdrawals] = await db
    .select({
      ofThisClass: sql<number>`count(*) filter (where ${eq(payments.classId, classId)})`.mapWith(Number),
      lately: sql<number>`count(*) filter (where ${lately})`.mapWith(Number),
    })
    .from(payments)
    .where(
      and(eq(payments.studentId, studentId), isNotNull(payments.withdrawnAt), ne(payments.id, payment.id)),
    );
  return {
    now,
    capturedAt,
    firstLessonAt: await findFirstPublication(db, classId),
    paidPercent: Math.floor((100 * payment.priceCents) / attempt.amountCents),
    weightAtPurchase: payment.weightSeconds ?? 0,
    lessons: await listOpened(db, { classId, studentId, since: capturedAt }),
    withdrawals: withdrawals ?? { ofThisClass: 0, lately: 0 },
  };
}
