import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { enrollments } from "../../src/features/school/enrollments/tables.ts";
import { paymentAttempts, payments } from "../../src/features/office/payments/tables.ts";
import { newId } from "../../src/platform/ids.ts";
import { type Cents, currency } from "../../src/platform/money.ts";
import type { TestApp } from "./app.ts";
import { intentStatus } from "./paying.ts";
import { classRow } from "./school.ts";

export async function attemptOf({ context }: TestApp, intentId: string) {
  const [attempt] = await context.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.intentId, intentId));
  return attempt;
}

export const paymentRows = async ({ context }: TestApp) => ({
  payments: await context.db.select().from(payments),
  enrollments: await context.db.select().from(enrollments),
});

export async function expectNothingRecorded(app: TestApp, classId: string): Promise<void> {
  expect(await paymentRows(app)).toEqual({ payments: [], enrollments: [] });
  expect(await classRow(app, classId)).toMatchObject({ availableSeats: 5, enrolledStudents: 0 });
}

export async function expectPaidOnce(
  app: TestApp,
  classId: string,
  intentId: string,
  availableSeats = 4,
): Promise<void> {
  const { payments: paid, enrollments: enrolled } = await paymentRows(app);
  expect(paid).toHaveLength(1);
  expect(paid[0]).toMatchObject({ intentId, totalCents: 4900, capturedAt: expect.any(Date), voidedAt: null });
  expect(enrolled).toHaveLength(1);
  expect(await classRow(app, classId)).toMatchObject({ availableSeats, enrolledStudents: 1 });
  expect(await intentStatus(app, intentId)).toBe("succeeded");
  expect(await attemptOf(app, intentId)).toMatchObject({ state: "paid" });
}

/** A collected payment whose intent the provider does not know. Returns its id. */
export async function makePayment(
  { context, clock }: TestApp,
  paid: { readonly studentId: string; readonly classId: string },
): Promise<string> {
  const at = clock.now();
  const [id, attemptId] = [newId(), newId()];
  const intentId = `pi_${id}`;
  const amountCents = 4900 as Cents;
  await context.db.insert(paymentAttempts).values({
    id: attemptId,
    ...paid,
    amountCents,
    currency,
    intentId,
    state: "paid",
    createdAt: at,
    checkAt: at,
  });
  await context.db.insert(payments).values({
    id,
    attemptId,
    intentId,
    ...paid,
    className: "Eyes That Speak",
    classImage: "/drawings/cover-eyes.svg",
    instructorName: "Mio",
    instructorEmail: "mio@example.org",
    priceCents: amountCents,
    taxCents: 0 as Cents,
    totalCents: amountCents,
    currency,
    createdAt: at,
    capturedAt: at,
  });
  return id;
}
