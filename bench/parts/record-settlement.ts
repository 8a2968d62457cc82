import { paymentAttempts } from "../../src/features/office/payments/tables.ts";
import type { Intent } from "../../src/features/office/payments/run-provider-step.ts";
import { settlePayment } from "../../src/features/office/payments/settle-payment.ts";
import { newId } from "../../src/platform/ids.ts";
import { cents, currency } from "../../src/platform/money.ts";
import type { AppContext } from "../../src/context.ts";
import { type Statement, recordStatements } from "./statements.ts";

export interface RecordedSettlement {
  readonly statements: readonly Statement[];
  /** The values in them that differ in each purchase. */
  readonly values: { student: string; class: string; instructor: string; attempt: string; intent: string };
}

/** Buys the class with a card that the provider has authorized. */
export async function recordSettlement(
  context: AppContext,
  studentId: string,
  { classId, instructorId }: { readonly classId: string; readonly instructorId: string },
): Promise<RecordedSettlement> {
  const now = context.clock.now();
  const [attemptId, intentId] = [newId(), "pi_recorded"];
  const amountCents = cents(4900);
  await context.db.insert(paymentAttempts).values({
    id: attemptId,
    studentId,
    classId,
    amountCents,
    currency,
    intentId,
    state: "open",
    revision: 1,
    createdAt: now,
    checkAt: now,
  });
  const authorized: Intent = {
    id: intentId,
    status: "requires_capture",
    amount: amountCents,
    currency,
    clientSecret: "",
    metadata: { attemptId, studentId, classId },
    card: { brand: "visa", last4: "4242" },
    moneyBack: undefined,
    createdAt: now,
  };
  const stripe = {
    ...context.stripe,
    retrieveIntent: async () => authorized,
    captureIntent: async (): Promise<Intent> => ({ ...authorized, status: "succeeded" }),
  };
  const statements = await recordStatements(() => settlePayment({ ...context, stripe }, intentId));
  const values = {
    student: studentId,
    class: classId,
    instructor: instructorId,
    attempt: attemptId,
    intent: intentId,
  };
  return { statements, values };
}
