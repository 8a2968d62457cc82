import Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../test/app.ts";
import { mailsTo } from "../../../test/mails.ts";
import {
  askSandbox,
  askToPay,
  cards,
  closeDispute,
  confirmCard,
  decideRefund,
  openDispute,
  refundsOf,
  report,
  setFaults,
} from "../../../test/paying.ts";
import { type TestPerson, call, makePerson } from "../../../test/people.ts";
import { classRow, makeClass } from "../../../test/school.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { reviewPayments } from "./review-payments.ts";
import { settlePayment } from "./settle-payment.ts";

const app = useTestApp();
const noWebhooks = { on: "webhook", kind: "webhook-never", times: 1000 };
const support = "support@senga.example";
const day = 24 * 3600;

let admin: TestPerson;
let instructor: TestPerson;
let student: TestPerson;
let classId: string;
let intentId: string;
let paymentId: string;

beforeEach(async () => {
  await setFaults(app.current, [noWebhooks]);
  admin = await makePerson(app.current, "admin");
  instructor = await makePerson(app.current, "instructor");
  student = await makePerson(app.current, "student");
  classId = await makeClass(app.current, instructor, { availableSeats: 5 });
  paymentId = await pay();
});

async function pay(card: string = cards.good): Promise<string> {
  intentId = await askToPay(app.current, student, classId);
  await confirmCard(app.current, intentId, card);
  return (await report(app.current, student, intentId)).body.insertResult.insertedId as string;
}

/** Advances the clock and renews the access tokens, which expire in the meantime. */
async function wait(seconds: number): Promise<void> {
  app.current.clock.advance(seconds);
  const renewed = async (person: TestPerson) => ({
    ...person,
    token: await app.current.context.accessTokens.issue(person.id),
  });
  [admin, instructor, student] = (await Promise.all([admin, instructor, student].map(renewed))) as [
    TestPerson,
    TestPerson,
    TestPerson,
  ];
}

const refund = async (id = paymentId) =>
  (
    await call(
      app.current,
      "POST /admin/payments/{id}/refund",
      { params: { id }, body: { reason: "Asked on the second day" } },
      admin,
    )
  ).body;
const repay = (id = paymentId) =>
  call(
    app.current,
    "POST /admin/payments/{id}/repaid",
    { params: { id }, body: { note: "Bank transfer" } },
    admin,
  );
const history = async () =>
  (await call(app.current, "GET /payments/{email}", { params: { email: student.email } }, student)).body;
const listed = async () => (await call(app.current, "GET /admin/payments/latest", {}, admin)).body;
const logged = async () =>
  (await call(app.current, "GET /admin/audit", { query: { kind: "payment-refunded" } }, admin)).body;
const enrolled = async (): Promise<unknown[]> =>
  (await call(app.current, "GET /enrolled/classes/{email}", { params: { email: student.email } }, student))
    .body;
const netFigures = async () => ({
  school: (await call(app.current, "GET /admin/payments", {}, admin)).body.revenue,
  teaching: (
    await call(
      app.current,
      "GET /instructor/totals/{email}",
      { params: { email: instructor.email } },
      instructor,
    )
  ).body.earnings,
  overTime: (await call(app.current, "GET /admin/statistics", {}, admin)).body.steps.reduce(
    (sum: number, { revenue }: { revenue: number }) => sum + revenue,
    0,
  ),
});
const figures = (dollars: number) => ({ school: dollars, teaching: dollars, overTime: dollars });
const seats = async () => (await classRow(app.current, classId)).availableSeats;
const subjectsTo = async (email: string) => (await mailsTo(app.current, email)).map(({ subject }) => subject);

describe("a refund", () => {
  test("that is refused leaves the seat, says so to both, and can be tried again", async () => {
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "decline-refund", times: 1 }]);
    expect(await refund()).toEqual({ isRefunded: false, refundStatus: "failed" });
    expect(await listed()).toMatchObject([
      { refundStatus: "failed", refundFailure: "balance_insufficient", hasSeat: true, refunded: null },
    ]);
    expect(await history()).toMatchObject([{ refundStatus: "failed", refundedAmount: 0 }]);
    expect(await enrolled()).toHaveLength(1);
    expect((await mailsTo(app.current, student.email)).at(-1)?.text).toContain("didn't go through");
    expect((await mailsTo(app.current, student.email)).at(-1)?.text).toContain("you keep your seat");
    const notice = (await mailsTo(app.current, support)).at(-1);
    expect(notice?.text).toContain("the balance at the payment provider is too low");
    expect(notice?.text).toContain(`/dashboard/payments?q=${intentId}`);
    await wait(3600);
    expect(await reconcilePayments(app.current.context)).toBe(0);
    expect(await refundsOf(app.current, intentId)).toEqual([]);

    expect(await refund()).toEqual({ isRefunded: true, refundStatus: "refunded" });
    expect(await enrolled()).toEqual([]);
    expect(await listed()).toMatchObject([{ refundStatus: "refunded", refundFailure: null, hasSeat: false }]);
    expect(await logged()).toHaveLength(2);
  });

  test("that the bank has not done yet leaves the seat until it has", async () => {
    await setFaults(app.current, [{ on: "refund", kind: "pending-refund", times: 1 }]);
    expect(await refund()).toEqual({ isRefunded: false, refundStatus: "pending" });
    app.current.clock.advance(90);
    await reconcilePayments(app.current.context);
    expect(await refundsOf(app.current, intentId)).toMatchObject([{ status: "pending" }]);
    expect(await enrolled()).toHaveLength(1);
    expect(await netFigures()).toEqual(figures(49));
    await decideRefund(app.current, intentId, "succeeded");
    await expect.poll(enrolled, { timeout: 10_000 }).toEqual([]);
    expect(await listed()).toMatchObject([{ refundStatus: "refunded", refundedAmount: 49 }]);
    expect(await netFigures()).toEqual(figures(0));
  });

  test("that is pending and then fails is heard of by webhook, and tried again", async () => {
    await setFaults(app.current, [{ on: "refund", kind: "pending-refund", times: 1 }]);
    await refund();
    await decideRefund(app.current, intentId, "failed");
    const status = async () => ((await listed()) as { refundStatus: string }[])[0]?.refundStatus;
    await expect.poll(status, { timeout: 10_000 }).toBe("failed");
    expect(await enrolled()).toHaveLength(1);
    expect(await refund()).toEqual({ isRefunded: true, refundStatus: "refunded" });
    expect(await refundsOf(app.current, intentId)).toMatchObject([
      { status: "succeeded" },
      { status: "failed" },
    ]);
    expect(await enrolled()).toEqual([]);
  });

  test("that the bank sends back weeks later is shown as owed, and nobody's seat is touched by the next one", async () => {
    await refund();
    const [firstIntent, firstPayment] = [intentId, paymentId];
    expect(await seats()).toBe(5);
    await wait(14 * day);
    await setFaults(app.current, []);
    await decideRefund(app.current, intentId, "failed");
    const status = async () => ((await listed()) as { refundStatus: string }[])[0]?.refundStatus;
    await expect.poll(status, { timeout: 10_000 }).toBe("failed");
    expect(await listed()).toMatchObject([
      { refundFailure: "expired_or_canceled_card", hasSeat: false, refunded: null, refundedAmount: 0 },
    ]);
    expect(await history()).toMatchObject([{ refundStatus: "failed", refunded: null }]);
    expect(await netFigures()).toEqual(figures(49));
    expect(await seats()).toBe(5);
    expect((await mailsTo(app.current, student.email)).at(-1)?.text).toContain("no longer have access");
    expect((await mailsTo(app.current, support)).at(-1)?.text).toContain("neither the class nor the money");

    // The student buys the class again. The second refund attempt must not return that seat.
    await pay();
    expect(await seats()).toBe(4);
    expect(await refund(firstPayment)).toEqual({ isRefunded: true, refundStatus: "refunded" });
    await settlePayment(app.current.context, firstIntent);
    expect(await enrolled()).toHaveLength(1);
    expect(await seats()).toBe(4);
    expect(await netFigures()).toEqual(figures(49));
  });

  test("that failed is marked as paid back another way", async () => {
    expect(await repay()).toMatchObject({ status: 409, body: { code: "refund-not-failed" } });
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "decline-refund", times: 1 }]);
    await refund();
    expect((await repay()).body).toEqual({ modifiedCount: 1 });
    expect(await repay()).toMatchObject({ status: 409 });
    expect(await enrolled()).toEqual([]);
    expect(await seats()).toBe(5);
    expect(await netFigures()).toEqual(figures(0));
    expect(await listed()).toMatchObject([{ refundStatus: "repaid" }]);
    expect(await history()).toMatchObject([{ refundStatus: "repaid" }]);
    expect(await logged()).toMatchObject([
      { by: { _id: admin.id }, after: "Paid back another way: Bank transfer" },
      { after: "Asked on the second day" },
    ]);
    expect((await mailsTo(app.current, student.email)).at(-1)?.text).toContain("paid you back another way");
    expect(await refund()).toMatchObject({ code: "refund-decided-already" });
  });

  test("of a part, made at the provider, is counted and told of once, and leaves the seat", async () => {
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: intentId, amount: "900" });
    await settlePayment(app.current.context, intentId);
    await settlePayment(app.current.context, intentId);
    expect(await enrolled()).toHaveLength(1);
    expect(await history()).toMatchObject([{ refundStatus: "partial", refundedAmount: 9, refunded: null }]);
    expect(await netFigures()).toEqual(figures(40));
    expect(await logged()).toMatchObject([
      { by: { name: "payment provider" }, before: "$9.00 of the $49.00 for Eyes That Speak" },
    ]);
    expect(
      (await subjectsTo(student.email)).filter((subject) => subject.startsWith("A partial refund")),
    ).toHaveLength(1);
    expect(await refund()).toEqual({ isRefunded: true, refundStatus: "refunded" });
    expect((await refundsOf(app.current, intentId)).map(({ amount }) => amount)).toEqual([4000, 900]);
    expect(await netFigures()).toEqual(figures(0));
  });

  test("is not believed to have failed because somebody says so", async () => {
    await refund();
    const object = { id: "re_1", object: "refund", payment_intent: intentId, status: "failed", amount: 4900 };
    const payload = JSON.stringify({
      id: "evt_1",
      object: "event",
      type: "refund.failed",
      data: { object },
    });
    const secret = app.current.sandbox.keys.webhookSecret;
    const answer = await fetch(`${app.current.origin}/api/stripe/webhook`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret }),
      },
      body: payload,
    });
    expect(answer.status).toBe(200);
    expect(await listed()).toMatchObject([{ refundStatus: "refunded" }]);
  });
});

describe("a dispute", () => {
  test("is shown while it is open, and is kept when the bank decides for the school", async () => {
    await openDispute(app.current, intentId);
    await settlePayment(app.current.context, intentId);
    await settlePayment(app.current.context, intentId);
    expect(await listed()).toMatchObject([
      { dispute: { status: "open", amount: 49 }, disputeReason: "fraudulent" },
    ]);
    expect(await history()).toMatchObject([{ dispute: { status: "open", amount: 49 } }]);
    expect(await enrolled()).toHaveLength(1);
    expect(await netFigures()).toEqual(figures(49));
    await closeDispute(app.current, intentId, "won");
    await settlePayment(app.current.context, intentId);
    expect(await listed()).toMatchObject([{ dispute: { status: "won" }, refundStatus: "none" }]);
    expect(await enrolled()).toHaveLength(1);
    expect(await subjectsTo(support)).toEqual([
      `A payment is disputed: ${student.name}, Eyes That Speak`,
      `A dispute was closed: ${student.name}, Eyes That Speak`,
    ]);
  });

  test("that is lost takes the money, and with it the seat", async () => {
    await setFaults(app.current, []);
    await openDispute(app.current, intentId);
    await closeDispute(app.current, intentId, "lost");
    await expect.poll(enrolled, { timeout: 10_000 }).toEqual([]);
    expect(await listed()).toMatchObject([
      { dispute: { status: "lost" }, refundStatus: "refunded", refundedAmount: 0 },
    ]);
    expect(await seats()).toBe(5);
    expect(await netFigures()).toEqual(figures(0));
    expect((await mailsTo(app.current, student.email)).at(-1)?.text).toContain(
      "Your bank has returned the $49.00",
    );
  });

  test("for a part that is lost leaves the seat and lessens the figures", async () => {
    await openDispute(app.current, intentId, { amount: 1000 });
    await closeDispute(app.current, intentId, "lost");
    await settlePayment(app.current.context, intentId);
    expect(await enrolled()).toHaveLength(1);
    expect(await netFigures()).toEqual(figures(39));
  });

  test("keeps the payment from being refunded, and the admin is told why", async () => {
    await openDispute(app.current, intentId);
    expect(await refund()).toMatchObject({ refundStatus: "failed" });
    expect(await listed()).toMatchObject([{ refundStatus: "failed", refundFailure: "charge_disputed" }]);
  });
});

describe("without any webhook", () => {
  test("a refund and a dispute at the provider are found within a day", async () => {
    const refundedIntent = intentId;
    student = await makePerson(app.current, "student");
    await pay();
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: refundedIntent });
    await openDispute(app.current, intentId);
    expect(await reviewPayments(app.current.context)).toBe(0);
    await wait(day);
    expect(await reviewPayments(app.current.context)).toBe(2);
    expect(await listed()).toMatchObject([{ dispute: { status: "open" } }, { refundStatus: "refunded" }]);
    expect(await seats()).toBe(4);
    expect(await reviewPayments(app.current.context)).toBe(0);
    app.current.clock.advance(day);
    expect(await reviewPayments(app.current.context)).toBe(2);
  });

  test("a payment is asked about for 90 days, and one that cannot be asked about does not keep the others from it", async () => {
    const { context } = app.current;
    app.current.clock.advance(day);
    const retrieveIntent = () => Promise.reject(new Error("a bug"));
    expect(await reviewPayments({ ...context, stripe: { ...context.stripe, retrieveIntent } })).toBe(1);
    app.current.clock.advance(3600);
    expect(await reviewPayments(context)).toBe(1);
    app.current.clock.advance(90 * day);
    expect(await reviewPayments(context)).toBe(1);
    app.current.clock.advance(day);
    expect(await reviewPayments(context)).toBe(0);
  });
});

test("the receipt says when, with which card and from whom, and leads to the class", async () => {
  const [receipt] = await mailsTo(app.current, student.email);
  const today = app.current.clock.now().toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  for (const words of [
    `Date: ${today}`,
    "Paid with: Visa ending in 4242",
    `Sold by: Senga, ${support}`,
    `/dashboard/enrolled-classes/${classId}`,
  ])
    expect(receipt?.text).toContain(words);
});
