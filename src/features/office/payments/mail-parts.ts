import { eq } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { type Cents, inDollars } from "../../../platform/money.ts";
import { utcDate } from "../../../platform/utc-date.ts";
import type { Settings } from "../../../settings/settings.ts";
import { users } from "../../../access/tables.ts";
import { payments } from "./tables.ts";

export type School = Pick<Settings, "origin" | "school" | "supportEmail">;

export type Payment = typeof payments.$inferSelect;
export type Facts = readonly (readonly [label: string, value: string])[];

export const openHistory = (origin: string) => ({
  label: "Open your payment history",
  url: `${origin}/dashboard/payment-history`,
});

export const receiptLink = (origin: string, { id }: Pick<Payment, "id">) => ({
  label: "Receipt",
  url: `${origin}/dashboard/receipts/${id}`,
});

export const refundFacts = (payment: Payment, amount: Cents): Facts => [
  ["Class", payment.className],
  ["Refunded", inDollars(amount)],
  ["Transaction ID", payment.intentId],
];

/** With the hour, in UTC: a mail does not know its reader's time zone. */
export const momentOf = (at: Date): string =>
  `${utcDate(at)}, ${at.toLocaleTimeString("en-US", { timeStyle: "short", hourCycle: "h23", timeZone: "UTC" })} UTC`;

const student = { id: users.id, name: users.name, email: users.email };

export async function paymentWithStudent(db: Database, attemptId: string) {
  const [row] = await db
    .select({ payment: payments, student })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.studentId))
    .where(eq(payments.attemptId, attemptId));
  if (!row) throw new Error(`attempt ${attemptId} has no payment`);
  return row;
}
