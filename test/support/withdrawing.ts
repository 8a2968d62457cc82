import { eq } from "drizzle-orm";
import { type StandingFacts, refundStanding } from "../../src/features/office/payments/refund-standing.ts";
import { payments } from "../../src/features/office/payments/tables.ts";
import type { TestApp } from "./app.ts";
import { type Answer, type TestPerson, call, renewToken } from "./people.ts";

/** Renews tokens: the clock of these tests outlives them. */
export async function readRefund(app: TestApp, student: TestPerson, paymentId: string): Promise<Answer> {
  const params = { email: student.email, id: paymentId };
  return call(app, "GET /payments/{email}/{id}/refund", { params }, await renewToken(app, student));
}

/** By the page's own function, from the data that the page gets. */
export async function standingOf(app: TestApp, student: TestPerson, paymentId: string) {
  const { body } = await readRefund(app, student, paymentId);
  return refundStanding(body.facts as StandingFacts);
}

export async function withdraw(app: TestApp, student: TestPerson, paymentId: string): Promise<Answer> {
  const params = { id: paymentId };
  return call(app, "POST /payments/{id}/refund", { params }, await renewToken(app, student));
}

export async function askForRefund(
  app: TestApp,
  student: TestPerson,
  paymentId: string,
  text = "I had no time for it.",
): Promise<Answer> {
  const sent = { params: { id: paymentId }, body: { text } };
  return call(app, "POST /payments/{id}/refund-request", sent, await renewToken(app, student));
}

export async function paymentRow({ context }: TestApp, id: string) {
  const [row] = await context.db.select().from(payments).where(eq(payments.id, id));
  if (!row) throw new Error(`no payment ${id}`);
  return row;
}
