import type { TestApp } from "./app.ts";
import { type Answer, type TestPerson, call, makePerson } from "./people.ts";
import { makeClass } from "./school.ts";

/** https://docs.stripe.com/testing */
export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  challenged: "4000002500003155",
} as const;

export const intentIdOf = (clientSecret: string): string => clientSecret.split("_secret_")[0] ?? "";

/** Uses the secret key. */
export async function askSandbox(
  app: TestApp,
  method: string,
  path: string,
  fields?: Record<string, string>,
): Promise<Response> {
  return fetch(`${app.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${app.sandbox.keys.secretKey}`,
      ...(fields && { "content-type": "application/x-www-form-urlencoded" }),
    },
    ...(fields && { body: new URLSearchParams(fields).toString() }),
  });
}

/** Confirms the intent as the card form does. */
export async function confirmCard(
  app: TestApp,
  intentId: string,
  card: string = cards.good,
): Promise<{ status: string }> {
  const response = await askSandbox(app, "POST", `/v1/payment_intents/${intentId}/confirm`, {
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": card,
    "payment_method_data[card][exp_month]": "12",
    "payment_method_data[card][exp_year]": "2040",
    "payment_method_data[card][cvc]": "123",
  });
  return (await response.json()) as { status: string };
}

export async function intentStatus(app: TestApp, intentId: string): Promise<string> {
  const intent = (await (await askSandbox(app, "GET", `/v1/payment_intents/${intentId}`)).json()) as {
    status: string;
  };
  return intent.status;
}

/** Test controls: sandbox/stripe/README.md. */
async function orderSandbox(app: TestApp, method: string, path: string, order?: object): Promise<void> {
  const answer = await fetch(`${app.origin}/sandbox/stripe${path}`, {
    method,
    headers: { authorization: `Bearer ${app.sandbox.keys.secretKey}`, "content-type": "application/json" },
    ...(order && { body: JSON.stringify(order) }),
  });
  if (!answer.ok) throw new Error(`the sandbox did not take the order: ${await answer.text()}`);
}

/** Replaces all active faults. */
export async function setFaults(app: TestApp, faults: readonly object[]): Promise<void> {
  await orderSandbox(app, "DELETE", "/faults");
  await orderSandbox(app, "POST", "/faults", { faults });
}

/** Leaves settling to the test's own calls. */
export const noWebhooks = { on: "webhook", kind: "webhook-never", times: 1000 };

/** Changes an intent without the product's knowledge. */
export const tamperWith = (
  app: TestApp,
  intentId: string,
  changes: { amount?: number; currency?: string; metadata?: Record<string, string> },
): Promise<void> => orderSandbox(app, "POST", `/payment_intents/${intentId}`, changes);

export async function askToPay(app: TestApp, student: TestPerson, classId: string): Promise<string> {
  const asked = await call(app, "POST /create-payment-intent", { body: { classId } }, student);
  if (asked.status !== 200) throw new Error(`no payment intent: ${JSON.stringify(asked.body)}`);
  return intentIdOf(asked.body.clientSecret);
}

export const report = (app: TestApp, student: TestPerson, intentId: string): Promise<Answer> =>
  call(app, "POST /payments", { body: { transactionId: intentId } }, student);

/** Returns the intent's id, with the card confirmed and nothing settled. */
export async function authorizePayment(app: TestApp, student: TestPerson, classId: string): Promise<string> {
  const intentId = await askToPay(app, student, classId);
  await confirmCard(app, intentId);
  return intentId;
}

export async function buy(
  app: TestApp,
  student: TestPerson,
  classId: string,
): Promise<{ intentId: string; paymentId: string }> {
  const intentId = await authorizePayment(app, student, classId);
  const answer = await report(app, student, intentId);
  if (answer.status !== 200) throw new Error(`not paid: ${JSON.stringify(answer.body)}`);
  return { intentId, paymentId: answer.body.insertResult.insertedId as string };
}

/** With webhooks off. */
export async function offerClass(
  app: TestApp,
  availableSeats = 5,
): Promise<{ student: TestPerson; instructor: TestPerson; classId: string }> {
  await setFaults(app, [noWebhooks]);
  const instructor = await makePerson(app, "instructor");
  const student = await makePerson(app, "student");
  return { student, instructor, classId: await makeClass(app, instructor, { availableSeats }) };
}

export const refundPayment = (
  app: TestApp,
  admin: TestPerson,
  paymentId: string,
  reason = "Asked on the second day",
): Promise<Answer> =>
  call(app, "POST /admin/payments/{id}/refund", { params: { id: paymentId }, body: { reason } }, admin);

/** Newest first. */
export async function refundsOf(
  app: TestApp,
  intentId: string,
): Promise<{ id: string; amount: number; status: string }[]> {
  const answer = await askSandbox(app, "GET", `/v1/refunds?payment_intent=${intentId}`);
  return ((await answer.json()) as { data: { id: string; amount: number; status: string }[] }).data;
}

export async function decideRefund(
  app: TestApp,
  intentId: string,
  status: "succeeded" | "failed",
): Promise<void> {
  const [refund] = await refundsOf(app, intentId);
  await orderSandbox(app, "POST", `/refunds/${refund?.id ?? ""}`, { status });
}

export const openDispute = (app: TestApp, intentId: string, how: { amount?: number } = {}): Promise<void> =>
  orderSandbox(app, "POST", `/payment_intents/${intentId}/dispute`, how);

export async function closeDispute(app: TestApp, intentId: string, status: "won" | "lost"): Promise<void> {
  const answer = await askSandbox(app, "GET", `/v1/disputes?payment_intent=${intentId}`);
  const [dispute] = ((await answer.json()) as { data: { id: string }[] }).data;
  await orderSandbox(app, "POST", `/disputes/${dispute?.id ?? ""}`, { status });
}
