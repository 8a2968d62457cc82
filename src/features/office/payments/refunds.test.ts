import { beforeEach, expect, test } from "vitest";
import { startTestApp, useTestApp } from "../../../../test/support/app.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { toldTo } from "../../../../test/support/notifications.ts";
import {
  askSandbox,
  buy,
  noWebhooks,
  refundPayment,
  refundsOf,
  report,
  setFaults,
} from "../../../../test/support/paying.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { type Purchase, buyClass, expectRevenue } from "../../../../test/support/purchase.ts";
import { classRow, makeClass } from "../../../../test/support/school.ts";
import { soon } from "../../../../test/support/stripe-sandbox.ts";
import { reconcilePayments } from "./payment-jobs.ts";
import { settlePayment } from "./settle-payment.ts";
import { payments } from "./tables.ts";

const app = useTestApp();

let bought: Purchase;
beforeEach(async () => {
  bought = await buyClass(app.current);
});

const refundedCents = async () => (await refundsOf(app.current, bought.intentId)).map(({ amount }) => amount);

async function expectRefundedOnce(): Promise<void> {
  expect(await refundedCents()).toEqual([4900]);
  expect(await classRow(app.current, bought.classId)).toMatchObject({
    availableSeats: 5,
    enrolledStudents: 0,
  });
  expect(await bought.enrolledClasses()).toEqual([]);
  expect(await bought.paymentHistory()).toMatchObject([
    { _id: bought.paymentId, total: 49, refunded: expect.any(String) },
  ]);
  expect(await bought.refundLog()).toHaveLength(1);
}

async function expectStillPaid(): Promise<void> {
  expect(await classRow(app.current, bought.classId)).toMatchObject({
    availableSeats: 4,
    enrolledStudents: 1,
  });
  expect(await bought.enrolledClasses()).toHaveLength(1);
  expect(await bought.paymentHistory()).toMatchObject([{ refunded: null }]);
}

test("a process that stops still finishes a refund that it began", async () => {
  const stopping = await startTestApp();
  const theirs = await buyClass(stopping);
  await setFaults(stopping, [noWebhooks, { on: "refund", kind: "slow", milliseconds: 500 }]);
  const refunded = theirs.refund();
  await expect.poll(theirs.latestPayments, soon).toMatchObject([{ isRefunding: true }]);
  await stopping.close();
  expect((await refunded).body).toMatchObject({ isRefunded: true, refundStatus: "refunded" });
});

test("a refund by an admin frees the seat, ends the enrollment and lowers the revenue", async () => {
  const before = await bought.figures();
  expect(before).toMatchObject({
    school: 49,
    teaching: { students: 1, earnings: 49 },
  });
  expect(before.days.at(-1)).toMatchObject({ revenue: 49, enrollments: 1 });
  expect((await bought.refund()).body).toMatchObject({ isRefunded: true, refundStatus: "refunded" });
  await expectRefundedOnce();
  const after = await bought.figures();
  expect(after).toMatchObject({
    school: 0,
    teaching: { students: 0, earnings: 0 },
  });
  expect(after.days.at(-1)).toMatchObject({ revenue: 0, enrollments: 0 });
  expect(await bought.latestPayments()).toMatchObject([{ refunded: expect.any(String), isRefunding: false }]);
  expect(await bought.refundLog()).toMatchObject([
    {
      by: { _id: bought.admin.id },
      about: { _id: bought.student.id, name: bought.student.name },
      before: expect.stringMatching(/^\$49\.00 for /),
      after: "Asked on the second day",
    },
  ]);
  const toStudent = (await mailsTo(app.current, bought.student.email)).at(-1);
  expect(toStudent?.text).toContain("We've refunded the $49.00");
  expect((await toldTo(app.current, bought.instructor.id)).at(-1)).toEqual({
    kind: "student-refunded",
    line: `${bought.student.name} left “Eyes That Speak” and gets $49.00 back. The seat is open again.`,
    path: "/dashboard/instructor/my-classes",
  });
});

test("the class can be bought again, and settling the refunded payment again changes nothing", async () => {
  await bought.refund();
  const second = await buy(app.current, bought.student, bought.classId);
  expect(second.paymentId).not.toBe(bought.paymentId);
  await settlePayment(app.current.context, bought.intentId);
  expect(await classRow(app.current, bought.classId)).toMatchObject({
    availableSeats: 4,
    enrolledStudents: 1,
  });
  expect(await bought.paymentHistory()).toMatchObject([{ refunded: null }, { refunded: expect.any(String) }]);
  expect((await bought.figures()).school).toBe(49);
});

test("a refund leaves the class's other students and the student's other classes alone", async () => {
  const student = await makePerson(app.current, "student");
  const { paymentId } = await buy(app.current, student, bought.classId);
  const other = await makeClass(app.current, bought.instructor);
  await buy(app.current, student, other);
  const refunded = await refundPayment(app.current, bought.admin, paymentId);
  expect(refunded.body).toMatchObject({ isRefunded: true });
  expect(await bought.refundLog()).toMatchObject([{ about: { _id: student.id } }]);
  const own = { params: { email: student.email } };
  const enrolled = await call(app.current, "GET /enrolled/classes/{email}", own, student);
  expect(enrolled.body).toMatchObject([{ classId: other }]);
  expect((await call(app.current, "GET /payments/{email}", own, student)).body).toMatchObject([
    { refunded: null },
    { _id: paymentId, refunded: expect.any(String) },
  ]);
  await expectStillPaid();
});

test("a reason or note with NUL is refused, and changes nothing", async () => {
  const params = { id: bought.paymentId };
  for (const [path, field] of [
    ["refund", "reason"],
    ["repaid", "note"],
  ] as const) {
    const sent = { params, body: { [field]: "Asked\0" } };
    expect(await call(app.current, `POST /admin/payments/{id}/${path}`, sent, bought.admin)).toMatchObject({
      status: 400,
      body: { fields: [{ field, message: "Leave out control characters" }] },
    });
  }
  await expectStillPaid();
});

test("a refunded payment can be neither refunded nor reported again", async () => {
  await bought.refund();
  expect(await bought.refund()).toMatchObject({ status: 409, body: { code: "refund-decided-already" } });
  expect(await report(app.current, bought.student, bought.intentId)).toMatchObject({
    status: 409,
    body: { code: "payment-refunded" },
  });
  await expectRefundedOnce();
});

test("when two admins refund at the same time, one succeeds", async () => {
  const other = await makePerson(app.current, "admin");
  const answers = await Promise.all([bought.refund(), refundPayment(app.current, other, bought.paymentId)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await reconcilePayments(app.current.context);
  await expectRefundedOnce();
});

test("while Stripe is down the seat stays taken, and the reconciler refunds later", async () => {
  await setFaults(app.current, [noWebhooks, { on: "refund", kind: "error-500", times: 3 }]);
  expect((await bought.refund()).body).toMatchObject({ isRefunded: false, refundStatus: "pending" });
  await expectStillPaid();
  expect(await bought.latestPayments()).toMatchObject([{ refunded: null, isRefunding: true }]);
  expect(await bought.refund()).toMatchObject({ status: 409 });
  await setFaults(app.current, [noWebhooks]);
  app.current.clock.advance(90);
  await reconcilePayments(app.current.context);
  await expectRefundedOnce();
  expect(await bought.latestPayments()).toMatchObject([{ refunded: expect.any(String), isRefunding: false }]);
});

test("a refund of a payment that Stripe does not return is refused, and the payment stays as it was", async () => {
  await setFaults(app.current, [noWebhooks, { on: "retrieve", kind: "error-500", times: 3 }]);
  expect(await bought.refund()).toMatchObject({
    status: 503,
    body: { code: "payment-provider-unreachable" },
  });
  await setFaults(app.current, [noWebhooks]);
  // As after a move to another Stripe account.
  await app.current.context.db.update(payments).set({ intentId: "pi_elsewhere" });
  expect(await bought.refund()).toMatchObject({ status: 409, body: { code: "payment-made-elsewhere" } });
  await app.current.context.db.update(payments).set({ intentId: bought.intentId });
  await expectStillPaid();
  expect(await bought.refundLog()).toEqual([]);
  expect(await bought.latestPayments()).toMatchObject([{ refunded: null, isRefunding: false }]);
});

test("a connection cut after the refund refunds once", async () => {
  await setFaults(app.current, [noWebhooks, { on: "refund", kind: "cut-after-work", times: 1 }]);
  await bought.refund();
  await reconcilePayments(app.current.context);
  await expectRefundedOnce();
});

test("a refund in Stripe's dashboard ends the enrollment, by webhook", async () => {
  await setFaults(app.current, []);
  await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId });
  await expect.poll(bought.enrolledClasses).toEqual([]);
  await expectRefundedOnce();
  expect(await bought.refundLog()).toMatchObject([
    { by: { _id: null, name: "payment provider" }, after: null },
  ]);
});

test("a whole refund in Stripe's dashboard that an admin repeats is mailed once, as a whole", async () => {
  await setFaults(app.current, [noWebhooks]);
  await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId });
  expect((await bought.refund()).body).toEqual({ isRefunded: true, refundStatus: "refunded" });
  const subjects = (await mailsTo(app.current, bought.student.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /refund/.test(subject))).toEqual([
    expect.stringMatching(/^Your refund for/),
  ]);
  expect(await bought.refundLog()).toHaveLength(1);
});

test("the rest of a refund in Stripe's dashboard that an admin repeats is mailed and logged as the rest", async () => {
  await setFaults(app.current, [noWebhooks]);
  await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId, amount: "900" });
  await settlePayment(app.current.context, bought.intentId);
  await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId });
  expect((await bought.refund()).body).toEqual({ isRefunded: true, refundStatus: "refunded" });
  expect((await mailsTo(app.current, bought.student.email)).at(-1)?.text).toContain(
    "We've refunded $40.00 of the $49.00",
  );
  expect((await toldTo(app.current, bought.instructor.id)).at(-1)?.line).toContain("gets $40.00 back");
  expect(await bought.refundLog()).toMatchObject([
    { by: { _id: bought.admin.id }, before: "$40.00 of the $49.00 for Eyes That Speak" },
    { before: "$9.00 of the $49.00 for Eyes That Speak" },
  ]);
});

test("a partial refund in Stripe's dashboard keeps the enrollment", async () => {
  await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId, amount: "900" });
  await settlePayment(app.current.context, bought.intentId);
  await expectStillPaid();
});

test("a partial refund in Stripe's dashboard is recorded and emailed once, and the rest can be refunded", async () => {
  await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId, amount: "900" });
  await settlePayment(app.current.context, bought.intentId);
  await settlePayment(app.current.context, bought.intentId);
  expect(await bought.enrolledClasses()).toHaveLength(1);
  expect(await bought.paymentHistory()).toMatchObject([
    { refundStatus: "partial", refundedAmount: 9, refunded: null },
  ]);
  await expectRevenue(bought, 40);
  expect(await bought.refundLog()).toMatchObject([
    { by: { name: "payment provider" }, before: "$9.00 of the $49.00 for Eyes That Speak" },
  ]);
  const mails = await mailsTo(app.current, bought.student.email);
  expect(mails.filter(({ subject }) => subject.startsWith("A partial refund"))).toHaveLength(1);
  expect((await bought.refund()).body).toEqual({ isRefunded: true, refundStatus: "refunded" });
  expect((await refundsOf(app.current, bought.intentId)).map(({ amount }) => amount)).toEqual([4000, 900]);
  const { text } = (await mailsTo(app.current, bought.student.email)).at(-1)!;
  expect(text).toContain("We've refunded $40.00 of the $49.00 you paid");
  expect(text).toMatch(/Refunded: +\$40\.00/);
  expect((await toldTo(app.current, bought.instructor.id)).at(-1)?.line).toContain("gets $40.00 back");
  await expectRevenue(bought, 0);
});

test("a refund needs a reason and a captured payment", async () => {
  const { admin, paymentId, classId } = bought;
  expect(await refundPayment(app.current, admin, paymentId, "  ")).toMatchObject({ status: 400 });
  expect(await refundPayment(app.current, admin, classId)).toMatchObject({
    status: 404,
    body: { code: "payment-not-found" },
  });
  expect(await refundedCents()).toEqual([]);
});
