import { beforeEach, expect, test } from "vitest";
import { useTestApp } from "../../../test/app.ts";
import { mailsTo } from "../../../test/mails.ts";
import { askSandbox, askToPay, confirmCard, report, setFaults } from "../../../test/paying.ts";
import { type TestPerson, call, makePerson } from "../../../test/people.ts";
import { classRow, makeClass } from "../../../test/school.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { settlePayment } from "./settle-payment.ts";
import { payments } from "./tables.ts";

const app = useTestApp();
const noWebhooks = { on: "webhook", kind: "webhook-never", times: 1000 };

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

async function pay(): Promise<string> {
  intentId = await askToPay(app.current, student, classId);
  await confirmCard(app.current, intentId);
  return (await report(app.current, student, intentId)).body.insertResult.insertedId as string;
}

const refund = (by = admin, reason = "Asked on the second day") =>
  call(app.current, "POST /admin/payments/{id}/refund", { params: { id: paymentId }, body: { reason } }, by);

/** Cents. */
async function refundsMade(): Promise<number[]> {
  const answer = await askSandbox(app.current, "GET", `/v1/refunds?payment_intent=${intentId}`);
  return ((await answer.json()) as { data: { amount: number }[] }).data.map(({ amount }) => amount);
}

const history = async () =>
  (await call(app.current, "GET /payments/{email}", { params: { email: student.email } }, student)).body;
const enrolled = async () =>
  (await call(app.current, "GET /enrolled/classes/{email}", { params: { email: student.email } }, student))
    .body;
const figures = async () => ({
  school: (await call(app.current, "GET /admin/payments", {}, admin)).body.revenue,
  teaching: (
    await call(
      app.current,
      "GET /instructor/totals/{email}",
      { params: { email: instructor.email } },
      instructor,
    )
  ).body,
  overTime: (await call(app.current, "GET /admin/statistics", {}, admin)).body.steps.at(-1),
});
const listed = async (q?: string) =>
  (await call(app.current, "GET /admin/payments/latest", { query: q ? { q } : {} }, admin)).body;
const logged = async () =>
  (await call(app.current, "GET /admin/audit", { query: { kind: "payment-refunded" } }, admin)).body;

async function expectRefundedOnce(): Promise<void> {
  expect(await refundsMade()).toEqual([4900]);
  expect(await classRow(app.current, classId)).toMatchObject({ availableSeats: 5, enrolledStudents: 0 });
  expect(await enrolled()).toEqual([]);
  expect(await history()).toMatchObject([{ _id: paymentId, total: 49, refunded: expect.any(String) }]);
  expect(await logged()).toHaveLength(1);
}

async function expectStillPaid(): Promise<void> {
  expect(await classRow(app.current, classId)).toMatchObject({ availableSeats: 4, enrolledStudents: 1 });
  expect(await enrolled()).toHaveLength(1);
  expect(await history()).toMatchObject([{ refunded: null }]);
}

test("an admin gives the money back: the seat is free, the access ends, and every figure says so", async () => {
  expect(await figures()).toMatchObject({
    school: 49,
    teaching: { students: 1, earnings: 49 },
    overTime: { revenue: 49, enrollments: 1 },
  });
  expect((await refund()).body).toMatchObject({ isRefunded: true, refundStatus: "refunded" });
  await expectRefundedOnce();
  expect(await figures()).toMatchObject({
    school: 0,
    teaching: { students: 0, earnings: 0 },
    overTime: { revenue: 0, enrollments: 0 },
  });
  expect(await listed()).toMatchObject([{ refunded: expect.any(String), isRefunding: false }]);
  expect(await logged()).toMatchObject([
    {
      by: { _id: admin.id },
      about: { _id: student.id, name: student.name },
      before: expect.stringMatching(/^\$49\.00 for /),
      after: "Asked on the second day",
    },
  ]);
  const toStudent = (await mailsTo(app.current, student.email)).at(-1);
  expect(toStudent?.text).toContain("We've refunded the $49.00");
  const toInstructor = (await mailsTo(app.current, instructor.email)).at(-1);
  expect(toInstructor?.subject).toContain(`${student.name} was refunded for `);
});

test("the class can be bought again, and the first refund takes nothing of it", async () => {
  await refund();
  const first = intentId;
  const second = await pay();
  expect(second).not.toBe(paymentId);
  await settlePayment(app.current.context, first);
  expect(await classRow(app.current, classId)).toMatchObject({ availableSeats: 4, enrolledStudents: 1 });
  expect(await history()).toMatchObject([{ refunded: null }, { refunded: expect.any(String) }]);
  expect((await figures()).school).toBe(49);
});

test("what was refunded is not refunded again, and not reported as paid", async () => {
  await refund();
  expect(await refund()).toMatchObject({ status: 409, body: { code: "refund-decided-already" } });
  expect(await report(app.current, student, intentId)).toMatchObject({
    status: 409,
    body: { code: "payment-refunded" },
  });
  await expectRefundedOnce();
});

test("of two admins who refund at once, one does", async () => {
  const other = await makePerson(app.current, "admin");
  const answers = await Promise.all([refund(), refund(other)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await reconcilePayments(app.current.context);
  await expectRefundedOnce();
});

test("while the provider is away the seat stays taken, and the refund is made when it is back", async () => {
  await setFaults(app.current, [noWebhooks, { on: "refund", kind: "error-500", times: 3 }]);
  expect((await refund()).body).toMatchObject({ isRefunded: false, refundStatus: "pending" });
  await expectStillPaid();
  expect(await listed()).toMatchObject([{ refunded: null, isRefunding: true }]);
  expect(await refund()).toMatchObject({ status: 409 });
  await setFaults(app.current, [noWebhooks]);
  app.current.clock.advance(90);
  await reconcilePayments(app.current.context);
  await expectRefundedOnce();
  expect(await listed()).toMatchObject([{ refunded: expect.any(String), isRefunding: false }]);
});

test("when the provider does not answer, or does not know the payment, nothing is decided", async () => {
  await setFaults(app.current, [noWebhooks, { on: "retrieve", kind: "error-500", times: 3 }]);
  expect(await refund()).toMatchObject({ status: 503, body: { code: "payment-provider-unreachable" } });
  await setFaults(app.current, [noWebhooks]);
  // As after a move to another Stripe account.
  await app.current.context.db.update(payments).set({ intentId: "pi_elsewhere" });
  expect(await refund()).toMatchObject({ status: 409, body: { code: "payment-made-elsewhere" } });
  await app.current.context.db.update(payments).set({ intentId });
  await expectStillPaid();
  expect(await logged()).toEqual([]);
  expect(await listed()).toMatchObject([{ refunded: null, isRefunding: false }]);
});

test("a connection cut after the refund gives the money back once", async () => {
  await setFaults(app.current, [noWebhooks, { on: "refund", kind: "cut-after-work", times: 1 }]);
  await refund();
  await reconcilePayments(app.current.context);
  await expectRefundedOnce();
});

test("a refund made at the provider ends the seat too, by its webhook", async () => {
  await setFaults(app.current, []);
  await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: intentId });
  await expect.poll(enrolled, { timeout: 10_000 }).toEqual([]);
  await expectRefundedOnce();
  expect(await logged()).toMatchObject([{ by: { _id: null, name: "payment provider" }, after: null }]);
});

test("a part given back at the provider leaves the seat", async () => {
  await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: intentId, amount: "900" });
  await settlePayment(app.current.context, intentId);
  await expectStillPaid();
});

test("admins find a payment by who paid, by the class and by its transaction", async () => {
  const { className } = (await listed())[0] as { className: string };
  for (const words of [student.name, student.email, className, instructor.name, intentId])
    expect(await listed(words), words).toMatchObject([{ _id: paymentId, transactionId: intentId }]);
  expect(await listed("nobody of this name")).toEqual([]);
});

test("a refund needs a reason, and a payment that was collected", async () => {
  expect(await refund(admin, "  ")).toMatchObject({ status: 400 });
  paymentId = classId;
  expect(await refund()).toMatchObject({ status: 404, body: { code: "payment-not-found" } });
  expect(await refundsMade()).toEqual([]);
});
