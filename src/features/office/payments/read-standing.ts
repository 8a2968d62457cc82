import { and, eq, gt, isNotNull, ne, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { day } from "../../../platform/durations.ts";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { findFirstPublication } from "../../classroom/lessons/queries.ts";
import { listOpened } from "../../classroom/progress/list-opened.ts";
import { problems } from "./policy.ts";
import { type StandingFacts, withdrawalDays } from "./refund-standing.ts";
import { type CollectedPayment, findCollected } from "./refund-payment.ts";
import { payments, refundRequests } from "./tables.ts";

/** Throws payment-not-found, not-your-payment. */
export async function findOwn(
  context: Pick<AppContext, "db">,
  student: Person,
  paymentId: string,
): Promise<CollectedPayment> {
  const found = await findCollected(context, paymentId);
  if (found.payment.studentId !== student.id) throw new Problem(problems["not-your-payment"]);
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
