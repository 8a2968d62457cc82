import { and, eq, isNull } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { inDollars } from "../../../platform/money.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { recordDecision } from "../../school/audit/record-decision.ts";
import { notify } from "../../school/notifications/notify.ts";
import { problems } from "./refund-contract.ts";
import { paymentAttempts, payments, refundRequests } from "./tables.ts";

export async function grantRequest(
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
    await recordDecision(tx, context.clock, {
      kind: "refund-declined",
      by: admin,
      about: student,
      before: `${inDollars(payment.totalCents)} for ${payment.className}`,
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

/** Locks the attempt first, as a refund does. */
async function lockRequest(tx: Transaction, requestId: string) {
  const [found] = await tx
    .select({
      payment: payments,
      student: { id: users.id, name: users.name },
    })
    .from(refundRequests)
    .innerJoin(payments, eq(payments.id, refundRequests.paymentId))
    .innerJoin(users, eq(users.id, payments.studentId))
    .where(eq(refundRequests.id, requestId));
  if (!found) throw new Problem(problems.noSuchRequest);
  const { attemptId } = found.payment;
  await tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, attemptId))
    .for("update");
  const [request] = await tx
    .select({ decision: refundRequests.decision })
    .from(refundRequests)
    .where(eq(refundRequests.id, requestId));
  if (request?.decision !== null) throw new Problem(problems.requestDecided);
  return found;
}
