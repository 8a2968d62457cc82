import { eq } from "drizzle-orm";
import { firstOrThrow } from "../../../platform/database.ts";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { type Cents, cents } from "../../../platform/money.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { problems, sellerOf } from "./policy.ts";
import { findCollected } from "./refund-payment.ts";
import { type AttemptState, refundStateOf } from "./state.ts";
import type { payments } from "./tables.ts";

export type Receipt = Awaited<ReturnType<typeof readReceipt>>;

/** For the payment's student, and for admins. Throws payment-not-found, not-your-payment. */
export async function readReceipt(
  context: Pick<AppContext, "db" | "settings">,
  reader: Person,
  paymentId: string,
) {
  const { payment, attempt } = await findCollected(context, paymentId);
  if (payment.studentId !== reader.id && reader.role !== "admin")
    throw new Problem(problems["not-your-payment"]);
  const buyers = await context.db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, payment.studentId));
  const returned = returnedOf(payment);
  return {
    _id: payment.id,
    transactionId: payment.intentId,
    date: payment.capturedAt ?? payment.createdAt,
    seller: sellerOf(context.settings),
    buyer: firstOrThrow(buyers),
    className: payment.className,
    instructorName: payment.instructorName,
    price: payment.priceCents,
    tax: payment.taxCents,
    total: payment.totalCents,
    card:
      payment.cardBrand && payment.cardLast4 ? { brand: payment.cardBrand, last4: payment.cardLast4 } : null,
    returned,
    kept: cents(payment.totalCents - returned.reduce((sum, { amount }) => sum + amount, 0)),
    note: noteOf(attempt.state),
  };
}

interface Returned {
  readonly says: string;
  readonly date: Date | null;
  readonly amount: Cents;
}

function returnedOf(payment: typeof payments.$inferSelect): Returned[] {
  const { totalCents, refundedCents, refundedAt, repaidAt, disputeStatus, disputedCents } = payment;
  const byBank = disputeStatus === "lost" ? Math.min(disputedCents, totalCents - refundedCents) : 0;
  const lines: Returned[] = [
    {
      says: refundedCents < totalCents ? "Partly refunded" : "Refunded",
      date: refundedAt,
      amount: refundedCents,
    },
    { says: "Returned by the bank", date: refundedAt, amount: cents(byBank) },
    {
      says: "Paid back another way",
      date: repaidAt,
      amount: cents(repaidAt ? totalCents - refundedCents - byBank : 0),
    },
  ];
  return lines.filter(({ amount }) => amount > 0);
}

function noteOf(state: AttemptState): string | null {
  const refund = refundStateOf(state, 0);
  if (refund === "pending") return "A refund is on its way.";
  return refund === "failed" ? "A refund didn’t go through. We still owe it." : null;
}
