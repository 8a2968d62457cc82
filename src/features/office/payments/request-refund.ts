import { and, eq, isNull } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { notify } from "../../school/notifications/notify.ts";
import { problems as paymentProblems } from "./policy.ts";
import { lockAttempt } from "./money-back.ts";
import { findOwn, readStandingFacts } from "./read-standing.ts";
import { problems } from "./refund-contract.ts";
import { requestMail } from "./refund-mails.ts";
import { refundStanding } from "./refund-standing.ts";
import { type payments, refundRequests } from "./tables.ts";

/** Once per payment. Throws payment-not-found, not-your-payment, refund-decided-already, refund-requested-already. */
export async function requestRefund(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  student: Person,
  paymentId: string,
  text: string,
): Promise<string> {
  const found = await findOwn(context, student, paymentId);
  return context.db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, found.attempt.id);
    if (attempt?.state !== "paid") throw new Problem(paymentProblems.refundDecided);
    const facts = await readStandingFacts(context, tx, found);
    const standing = refundStanding(facts);
    const id = newId();
    const added = await tx
      .insert(refundRequests)
      .values({ id, paymentId, text, standing, createdAt: facts.now })
      .onConflictDoNothing()
      .returning({ id: refundRequests.id });
    if (added.length === 0) throw new Problem(problems.requestedAlready);
    await enqueueMail(tx, context.clock, await requestMail(context.settings, tx, attempt.id, id));
    await tellAdmins(context, tx, { id, student, payment: found.payment });
    return id;
  });
}

async function tellAdmins(
  context: Pick<AppContext, "clock">,
  tx: Transaction,
  {
    id,
    student,
    payment,
  }: { readonly id: string; readonly student: Person; readonly payment: typeof payments.$inferSelect },
): Promise<void> {
  const admins = await tx
    .select({ personId: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.suspendedAt)));
  await notify(
    tx,
    context,
    ...admins.map(({ personId }) => ({
      personId,
      kind: "refund-requested" as const,
      aboutId: id,
      actorId: student.id,
      classId: payment.classId,
      cents: payment.totalCents,
      path: "/dashboard/payments",
    })),
  );
}
