import { eq } from "drizzle-orm";
import type { Clock } from "../../../platform/clock.ts";
import type { Transaction } from "../../../platform/database.ts";
import { type Cents, inDollars } from "../../../platform/money.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { recordDecision } from "../../school/audit/record-decision.ts";
import { payments } from "./tables.ts";

/** @param part cents of a partial refund */
export async function recordRefund(
  tx: Transaction,
  clock: Clock,
  attemptId: string,
  by: Person | "payment provider",
  reason: string | null,
  part?: Cents,
): Promise<void> {
  const [refunded] = await tx
    .select({
      student: { id: users.id, name: users.name },
      className: payments.className,
      totalCents: payments.totalCents,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.studentId))
    .where(eq(payments.attemptId, attemptId));
  if (!refunded) throw new Error(`attempt ${attemptId} has no payment`);
  await recordDecision(tx, clock, {
    kind: "payment-refunded",
    by,
    about: refunded.student,
    before: `${part ? `${inDollars(part)} of the ` : ""}${inDollars(refunded.totalCents)} for ${refunded.className}`,
    after: reason,
  });
}
