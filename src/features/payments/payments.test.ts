import { eq, sql } from "drizzle-orm";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../test/app.ts";
import { isPostgres } from "../../../test/database.ts";
import { mailsTo } from "../../../test/mails.ts";
import {
  askSandbox,
  askToPay,
  cards,
  confirmCard,
  intentIdOf,
  intentStatus,
  report,
  setFaults,
  tamperWith,
} from "../../../test/paying.ts";
import { type TestPerson, call, makePerson } from "../../../test/people.ts";
import { classRow, makeClass } from "../../../test/school.ts";
import { newId } from "../../platform/ids.ts";
import { users } from "../accounts/tables.ts";
import { enrollments } from "../enrollments/tables.ts";
import { takeSeat } from "../enrollments/take-seat.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { requestPayment } from "./request-payment.ts";
import { settlePayment } from "./settle-payment.ts";
import { paymentAttempts, payments } from "./tables.ts";

// Webhooks are off, so that each test decides which path settles the payment.
const app = useTestApp();
const noWebhooks = { on: "webhook", kind: "webhook-never", times: 1000 };

async function openSchool(
  seats = 5,
): Promise<{ student: TestPerson; instructor: TestPerson; classId: string }> {
  await setFaults(app.current, [noWebhooks]);
  const instructor = await makePerson(app.current, "instructor");
  const student = await makePerson(app.current, "student");
  return {
    student,
    instructor,
    classId: await makeClass(app.current, instructor, { availableSeats: seats }),
  };
}

const attemptOf = async (intentId: string) => {
  const [attempt] = await app.current.context.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.intentId, intentId));
  return attempt;
};
const rows = async () => ({
  payments: await app.current.context.db.select().from(payments),
  enrollments: await app.current.context.db.select().from(enrollments),
});

async function expectUntouched(classId: string, seats = 5): Promise<void> {
  expect(await rows()).toEqual({ payments: [], enrollments: [] });
  expect(await classRow(app.current, classId)).toMatchObject({ availableSeats: seats, enrolledStudents: 0 });
}

async function expectPaidOnce(classId: string, intentId: string, seats = 4): Promise<void> {
  const { payments: paid, enrollments: enrolled } = await rows();
  expect(paid).toHaveLength(1);
  expect(paid[0]).toMatchObject({ intentId, totalCents: 4900, capturedAt: expect.any(Date), voidedAt: null });
  expect(enrolled).toHaveLength(1);
  expect(await classRow(app.current, classId)).toMatchObject({ availableSeats: seats, enrolledStudents: 1 });
  expect(await intentStatus(app.current, intentId)).toBe("succeeded");
  expect(await attemptOf(intentId)).toMatchObject({ state: "paid" });
}

describe("asking to pay", () => {
  test("gives a secret and the figures of this moment", async () => {
    const { student, classId } = await openSchool();
    const response = await call(app.current, "POST /create-payment-intent", { body: { classId } }, student);
    expect(response.body).toMatchObject({
      clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      price: 49,
      tax: 0,
      total: 49,
    });
  });

  test("twice, or at the same moment from two tabs, begins one payment", async () => {
    const { student, classId } = await openSchool();
    const intents = await Promise.all([1, 2, 3].map(() => askToPay(app.current, student, classId)));
    expect(new Set([...intents, await askToPay(app.current, student, classId)]).size).toBe(1);
  });

  test("after the price has changed begins another, and the first cannot be paid any more", async () => {
    const { student, instructor, classId } = await openSchool();
    const first = await askToPay(app.current, student, classId);
    const body = { className: "Eyes That Speak", price: 59, availableSeats: 5 };
    await call(app.current, "PATCH /class/{id}", { params: { id: classId }, body }, instructor);
    const response = await call(app.current, "POST /create-payment-intent", { body: { classId } }, student);
    expect(response.body.total).toBe(59);
    await confirmCard(app.current, first);
    expect(await report(app.current, student, first)).toMatchObject({
      status: 409,
      body: { code: "payment-replaced" },
    });
    expect(await intentStatus(app.current, first)).toBe("canceled");
    await expectUntouched(classId);
  });

  test("after the price has changed: the reconciler cancels the first at once, not when it would have been looked at", async () => {
    const { student, instructor, classId } = await openSchool();
    const first = await askToPay(app.current, student, classId);
    const body = { className: "Eyes That Speak", price: 59, availableSeats: 5 };
    await call(app.current, "PATCH /class/{id}", { params: { id: classId }, body }, instructor);
    await askToPay(app.current, student, classId);
    expect(await reconcilePayments(app.current.context)).toBe(1);
    expect(await intentStatus(app.current, first)).toBe("canceled");
    expect(await attemptOf(first)).toMatchObject({ state: "released", refusal: "replaced" });
  });

  test("while another tab begins one at a new price: only the newer one is handed out", async () => {
    const { student, instructor, classId } = await openSchool();
    const { context } = app.current;
    let newer: string | undefined;
    const createIntent: typeof context.stripe.createIntent = async (...args) => {
      const intent = await context.stripe.createIntent(...args);
      if (newer === undefined) {
        const body = { className: "Eyes That Speak", price: 59, availableSeats: 5 };
        await call(app.current, "PATCH /class/{id}", { params: { id: classId }, body }, instructor);
        newer = await askToPay(app.current, student, classId);
      }
      return intent;
    };
    const slow = { ...context, stripe: { ...context.stripe, createIntent } };
    const response = await requestPayment(slow, student, classId);
    expect(response).toMatchObject({ total: 5900 });
    expect(intentIdOf(response.clientSecret)).toBe(newer);
    expect(await context.db.select().from(paymentAttempts).orderBy(paymentAttempts.id)).toMatchObject([
      { state: "abandoned", intentId: null },
      { state: "open", intentId: newer },
    ]);
  });

  test("again while the first request is still being worked on keeps its attempt", async () => {
    const { student, classId } = await openSchool();
    // Longer than all retries of the second request; the idempotency key stays in use.
    await setFaults(app.current, [noWebhooks, { on: "create", kind: "slow", times: 1, milliseconds: 6000 }]);
    const asking = () => call(app.current, "POST /create-payment-intent", { body: { classId } }, student);
    const [one, two] = await Promise.all([asking(), asking()]);
    const [first, second] = one.status === 200 ? [one, two] : [two, one];
    expect(second).toMatchObject({ status: 503, body: { code: "payment-provider-unreachable" } });
    expect(first.status).toBe(200);
    const intentId = intentIdOf(first.body.clientSecret);
    await confirmCard(app.current, intentId);
    await report(app.current, student, intentId);
    await expectPaidOnce(classId, intentId);
    expect(await app.current.context.db.select().from(paymentAttempts)).toHaveLength(1);
  }, 30_000);

  test("is refused for a class that is pending, full, unknown, or the student's already", async () => {
    const { student, instructor, classId } = await openSchool(1);
    const pending = await makeClass(app.current, instructor, { status: "pending" });
    const full = await makeClass(app.current, instructor, { availableSeats: 0 });
    const ask = (id: string) =>
      call(app.current, "POST /create-payment-intent", { body: { classId: id } }, student);
    expect((await ask(pending)).body.code).toBe("class-not-found");
    expect((await ask(full)).body.code).toBe("no-seats-left");
    expect((await ask("0198c0de-0000-7000-8000-000000000000")).body.code).toBe("class-not-found");
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    await report(app.current, student, intentId);
    expect((await ask(classId)).body.code).toBe("already-enrolled");
  });

  test("says so when the provider is away, and works when it is back", async () => {
    const { student, classId } = await openSchool();
    await setFaults(app.current, [noWebhooks, { on: "create", kind: "error-500", times: 10 }]);
    const response = await call(app.current, "POST /create-payment-intent", { body: { classId } }, student);
    expect(response).toMatchObject({ status: 503, body: { code: "payment-provider-unreachable" } });
    await setFaults(app.current, [noWebhooks]);
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    expect((await report(app.current, student, intentId)).status).toBe(200);
  });

  test("loses nothing when the connection is cut after the intent was made", async () => {
    const { student, classId } = await openSchool();
    await setFaults(app.current, [noWebhooks, { on: "create", kind: "cut-after-work", times: 1 }]);
    const intentId = await askToPay(app.current, student, classId);
    const list = (await (
      await askSandbox(app.current, "GET", "/v1/events?type=payment_intent.created")
    ).json()) as { data: unknown[] };
    expect(list.data).toHaveLength(1);
    await confirmCard(app.current, intentId);
    await report(app.current, student, intentId);
    await expectPaidOnce(classId, intentId);
  });
});

describe("settling", () => {
  test("takes the seat, records payment and enrollment, clears the selection, collects, and mails both", async () => {
    const { student, instructor, classId } = await openSchool();
    await call(app.current, "POST /selected/class", { body: { classId } }, student);
    const intentId = await askToPay(app.current, student, classId);
    expect(await confirmCard(app.current, intentId)).toMatchObject({ status: "requires_capture" });
    const reported = await report(app.current, student, intentId);
    expect(reported.body).toEqual({ insertResult: { insertedId: expect.any(String) } });
    await expectPaidOnce(classId, intentId);

    const params = { email: student.email };
    expect((await call(app.current, "GET /selected/classes/{email}", { params }, student)).body).toEqual([]);
    expect(
      (await call(app.current, "GET /enrolled/classes/{email}", { params }, student)).body,
    ).toMatchObject([{ classId, className: "Eyes That Speak" }]);
    expect((await call(app.current, "GET /payments/{email}", { params }, student)).body).toMatchObject([
      { className: "Eyes That Speak", price: 49, tax: 0, total: 49, transactionId: intentId },
    ]);
    const [mail] = await mailsTo(app.current, student.email);
    expect(mail).toMatchObject({ recipient: student.email, subject: "You are enrolled in Eyes That Speak" });
    expect(mail?.text).toContain("$49.00");
    const subject = `${student.name} enrolled in Eyes That Speak`;
    const toInstructor = await mailsTo(app.current, instructor.email);
    expect(toInstructor.find((sent) => sent.subject === subject)?.text).toContain("Seats left: 4");
  });

  test("again and again gives the same answer and changes nothing", async () => {
    const { student, instructor, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    const before = await mailsTo(app.current, instructor.email);
    const answers = await Promise.all([1, 2, 3, 4].map(() => report(app.current, student, intentId)));
    answers.push(await report(app.current, student, intentId));
    expect(new Set(answers.map(({ body }) => body.insertResult?.insertedId)).size).toBe(1);
    await expectPaidOnce(classId, intentId);
    expect(await mailsTo(app.current, student.email)).toHaveLength(1);
    expect(await mailsTo(app.current, instructor.email)).toHaveLength(before.length + 1);
  });

  test("before the card is confirmed, or after it was declined, gives nothing", async () => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    expect((await report(app.current, student, intentId)).body.code).toBe("payment-not-completed");
    await confirmCard(app.current, intentId, cards.declined);
    expect((await report(app.current, student, intentId)).body.code).toBe("payment-not-completed");
    await expectUntouched(classId);
    await confirmCard(app.current, intentId, cards.good);
    expect((await report(app.current, student, intentId)).status).toBe(200);
    await expectPaidOnce(classId, intentId);
  });

  test("an unknown payment, and another student's", async () => {
    const { student, classId } = await openSchool();
    expect(await report(app.current, student, "pi_nothing")).toMatchObject({
      status: 404,
      body: { code: "payment-not-found" },
    });
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    const stranger = await makePerson(app.current, "student");
    expect(await report(app.current, stranger, intentId)).toMatchObject({
      status: 403,
      body: { code: "not-your-payment" },
    });
    await expectUntouched(classId);
  });

  test("what the browser says of price, class and person is not believed", async () => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    const body = {
      transactionId: intentId,
      price: 0.01,
      classId: "x",
      email: "someone@example.org",
      date: "yesterday",
    };
    expect((await call(app.current, "POST /payments", { body }, student)).status).toBe(200);
    await expectPaidOnce(classId, intentId);
  });

  test.each([
    ["amount", { amount: 100 }],
    ["currency", { currency: "eur" }],
    ["student", { metadata: { studentId: newId() } }],
    ["class", { metadata: { classId: newId() } }],
    ["attempt", { metadata: { attemptId: newId() } }],
  ])("an intent whose %s is not what was asked for is released, and nothing is given", async (_, changes) => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    const expected = { attemptId: (await attemptOf(intentId))?.id ?? "", studentId: student.id, classId };
    const metadata = { ...expected, ...("metadata" in changes && changes.metadata) };
    await tamperWith(app.current, intentId, { ...changes, metadata });
    await confirmCard(app.current, intentId);
    expect((await report(app.current, student, intentId)).body.code).toBe("payment-mismatch");
    expect(await intentStatus(app.current, intentId)).toBe("canceled");
    await expectUntouched(classId);
  });

  test("the last seat went meanwhile: nothing is charged", async () => {
    const { student, classId } = await openSchool(1);
    const rival = await makePerson(app.current, "student");
    const [mine, theirs] = [
      await askToPay(app.current, student, classId),
      await askToPay(app.current, rival, classId),
    ];
    await confirmCard(app.current, mine);
    await confirmCard(app.current, theirs);
    expect((await report(app.current, rival, theirs)).status).toBe(200);
    const late = await report(app.current, student, mine);
    expect(late).toMatchObject({ status: 409, body: { code: "no-seats-left" } });
    expect(late.body.detail).toContain("You weren't charged");
    expect(await intentStatus(app.current, mine)).toBe("canceled");
    await expectPaidOnce(classId, theirs, 0);
    expect(await attemptOf(mine)).toMatchObject({ state: "released", refusal: "no-seats-left" });
  });

  test("a second payment for a class that is the student's already is not charged", async () => {
    const { student, classId } = await openSchool();
    const first = await askToPay(app.current, student, classId);
    await confirmCard(app.current, first);
    // As after a restore from a backup: the first attempt is lost, so a second one can start.
    await app.current.context.db.update(paymentAttempts).set({ state: "abandoned" });
    const second = await askToPay(app.current, student, classId);
    await app.current.context.db
      .update(paymentAttempts)
      .set({ state: "abandoned" })
      .where(eq(paymentAttempts.intentId, second));
    await app.current.context.db
      .update(paymentAttempts)
      .set({ state: "open" })
      .where(eq(paymentAttempts.intentId, first));
    await report(app.current, student, first);
    await app.current.context.db
      .update(paymentAttempts)
      .set({ state: "open" })
      .where(eq(paymentAttempts.intentId, second));
    await confirmCard(app.current, second);
    expect((await report(app.current, student, second)).body).toMatchObject({ code: "already-enrolled" });
    expect(await intentStatus(app.current, second)).toBe("canceled");
    await expectPaidOnce(classId, first);
  });
});

describe("interrupted", () => {
  test("after the card, before anything is recorded: the reconciler ends it", async () => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    expect(await reconcilePayments(app.current.context)).toBe(0);
    app.current.clock.advance(90);
    expect(await reconcilePayments(app.current.context)).toBe(1);
    await expectPaidOnce(classId, intentId);
  });

  test("before the intent's id was stored: the intent itself says whose it is", async () => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    await app.current.context.db.update(paymentAttempts).set({ intentId: null, state: "recorded" });
    await confirmCard(app.current, intentId);
    expect((await report(app.current, student, intentId)).status).toBe(200);
    await expectPaidOnce(classId, intentId);
  });

  test("within the transaction: all of it is undone, and the next run does all of it", async () => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    // An invalid date makes the insert of the payment fail.
    const broken = { ...app.current.context, clock: { now: () => new Date(Number.NaN) } };
    await expect(settlePayment(broken, intentId)).rejects.toThrow();
    await expectUntouched(classId);
    await settlePayment(app.current.context, intentId);
    await expectPaidOnce(classId, intentId);
  });

  test("after the commit, before the capture: the seat is held, and the next run collects", async () => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    const stripe = {
      ...app.current.context.stripe,
      captureIntent: () => Promise.reject(new Error("the process died here")),
    };
    await expect(settlePayment({ ...app.current.context, stripe }, intentId)).rejects.toThrow(
      "the process died here",
    );
    expect(await attemptOf(intentId)).toMatchObject({ state: "seated" });
    expect(await intentStatus(app.current, intentId)).toBe("requires_capture");
    app.current.clock.advance(90);
    await reconcilePayments(app.current.context);
    await expectPaidOnce(classId, intentId);
  });

  test("after the capture, before we noted it: the next run finds it done", async () => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    const captureIntent = async (id: string): Promise<never> => {
      await app.current.context.stripe.captureIntent(id);
      throw new Error("the process died here");
    };
    const stripe = { ...app.current.context.stripe, captureIntent };
    await expect(settlePayment({ ...app.current.context, stripe }, intentId)).rejects.toThrow(
      "the process died here",
    );
    expect(await attemptOf(intentId)).toMatchObject({ state: "seated" });
    app.current.clock.advance(90);
    await reconcilePayments(app.current.context);
    await expectPaidOnce(classId, intentId);
  });

  test("with news from the provider that is older than what we have done: nothing is undone by it", async () => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    const { context } = app.current;
    let calls = 0;
    const retrieveIntent = async (id: string) => {
      const old = await context.stripe.retrieveIntent(id);
      calls += 1;
      if (calls === 1) {
        // The student confirms and the webhook settles before this response arrives.
        await confirmCard(app.current, intentId);
        await settlePayment(context, intentId);
      }
      return old;
    };
    const outdated = { ...context, stripe: { ...context.stripe, retrieveIntent } };
    expect(await settlePayment(outdated, intentId)).toMatchObject({ state: "paid" });
    expect(calls).toBe(2);
    await expectPaidOnce(classId, intentId);
  });

  test("the provider is away when the browser reports: the student is told, and the enrollment comes by itself", async () => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    await setFaults(app.current, [noWebhooks, { on: "retrieve", kind: "error-500", times: 3 }]);
    expect(await report(app.current, student, intentId)).toMatchObject({ status: 503 });
    await expectUntouched(classId);
    app.current.clock.advance(90);
    await setFaults(app.current, [noWebhooks]);
    await reconcilePayments(app.current.context);
    await expectPaidOnce(classId, intentId);
  });

  test("the release after a refusal is lost: the reconciler releases", async () => {
    const { student, classId } = await openSchool(1);
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    const rival = await makePerson(app.current, "student");
    const theirs = await askToPay(app.current, rival, classId);
    await confirmCard(app.current, theirs);
    await report(app.current, rival, theirs);
    await setFaults(app.current, [noWebhooks, { on: "cancel", kind: "error-500", times: 3 }]);
    expect((await report(app.current, student, intentId)).body.code).toBe("no-seats-left");
    expect(await intentStatus(app.current, intentId)).toBe("requires_capture");
    app.current.clock.advance(90);
    await setFaults(app.current, [noWebhooks]);
    await reconcilePayments(app.current.context);
    expect(await intentStatus(app.current, intentId)).toBe("canceled");
    expect(await attemptOf(intentId)).toMatchObject({ state: "released" });
  });
});

describe("the capture fails for good", () => {
  test("the seat goes back, the payment is void, and the student hears of it", async () => {
    const { student, instructor, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    await setFaults(app.current, [noWebhooks, { on: "capture", kind: "decline-capture", times: 1 }]);
    expect((await report(app.current, student, intentId)).body.code).toBe("payment-not-collected");
    expect(await attemptOf(intentId)).toMatchObject({ state: "reversed" });
    const {
      payments: [voided],
      enrollments: enrolled,
    } = await rows();
    expect(voided).toMatchObject({ voidedAt: expect.any(Date), capturedAt: null });
    expect(enrolled).toEqual([]);
    expect(await classRow(app.current, classId)).toMatchObject({ availableSeats: 5, enrolledStudents: 0 });
    const params = { email: student.email };
    expect((await call(app.current, "GET /payments/{email}", { params }, student)).body).toEqual([]);
    const toInstructor = await mailsTo(app.current, instructor.email);
    expect(toInstructor.map((sent) => sent.subject)).not.toContain(
      `${student.name} enrolled in Eyes That Speak`,
    );
    const [mail] = await mailsTo(app.current, student.email);
    expect(mail?.subject).toBe("Your payment for Eyes That Speak did not go through");

    const again = await askToPay(app.current, student, classId);
    await confirmCard(app.current, again);
    expect((await report(app.current, student, again)).status).toBe(200);
  });

  test("an attempt whose intent was never made is given up after an hour, and not before", async () => {
    const { student, classId } = await openSchool();
    await setFaults(app.current, [noWebhooks, { on: "create", kind: "cut-before-work", times: 9 }]);
    await call(app.current, "POST /create-payment-intent", { body: { classId } }, student);
    const states = async () => {
      expect(await reconcilePayments(app.current.context)).toBe(1);
      return app.current.context.db
        .select({ state: paymentAttempts.state, intentId: paymentAttempts.intentId })
        .from(paymentAttempts);
    };
    app.current.clock.advance(59 * 60);
    expect(await states()).toEqual([{ state: "recorded", intentId: null }]);
    app.current.clock.advance(2 * 60);
    expect(await states()).toEqual([{ state: "abandoned", intentId: null }]);
  });

  test("an attempt whose intent the provider does not know, as after a move to another account, is given up", async () => {
    const { student, classId } = await openSchool();
    await askToPay(app.current, student, classId);
    await app.current.context.db.update(paymentAttempts).set({ intentId: "pi_of_another_account" });
    app.current.clock.advance(90);
    await reconcilePayments(app.current.context);
    expect(await attemptOf("pi_of_another_account")).toMatchObject({ state: "abandoned" });
    await setFaults(app.current, [noWebhooks]);
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    await report(app.current, student, intentId);
    await expectPaidOnce(classId, intentId);
  });

  test("one that cannot be settled does not keep the others from it", async () => {
    const { classId } = await openSchool();
    const intents: string[] = [];
    for (let i = 0; i < 4; i += 1) {
      const student = await makePerson(app.current, "student");
      const intentId = await askToPay(app.current, student, classId);
      await confirmCard(app.current, intentId);
      intents.push(intentId);
    }
    const [poisoned, ...others] = intents;
    const { context } = app.current;
    const retrieveIntent = async (id: string) => {
      if (id === poisoned) throw new Error("a bug");
      return context.stripe.retrieveIntent(id);
    };
    const logged: unknown[] = [];
    const log = { ...context.log, error: (details: unknown) => void logged.push(details) };
    app.current.clock.advance(90);
    const broken = {
      ...context,
      log: log as unknown as typeof context.log,
      stripe: { ...context.stripe, retrieveIntent },
    };
    expect(await reconcilePayments(broken)).toBe(4);
    for (const intentId of others) expect(await attemptOf(intentId)).toMatchObject({ state: "paid" });
    expect(await attemptOf(poisoned ?? "")).toMatchObject({ state: "open" });
    expect(logged).toMatchObject([{ attempt: expect.any(String), err: { message: "a bug" } }]);
  });

  test("an attempt that nobody pays is given up after a day", async () => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    app.current.clock.advance(25 * 3600);
    await reconcilePayments(app.current.context);
    expect(await attemptOf(intentId)).toMatchObject({ state: "abandoned" });
    expect(await intentStatus(app.current, intentId)).toBe("canceled");
  });
});

describe("the webhook", () => {
  const send = (payload: object, secret = app.current.sandbox.keys.webhookSecret) => {
    const body = JSON.stringify(payload);
    const header = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
    return fetch(`${app.current.origin}/api/stripe/webhook`, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": header },
      body,
    });
  };
  const event = (intentId: string, type = "payment_intent.amount_capturable_updated") => ({
    id: "evt_1",
    object: "event",
    type,
    data: { object: { id: intentId, object: "payment_intent", amount: 1, status: "succeeded" } },
  });

  test("with a wrong signature changes nothing", async () => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    const answer = await send(event(intentId), "whsec_someone_elses");
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "bad-signature" });
    await expectUntouched(classId);
  });

  test("is not believed: it says succeeded, and the provider says otherwise", async () => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    expect((await send(event(intentId, "payment_intent.succeeded"))).status).toBe(200);
    await expectUntouched(classId);
  });

  test("of somebody else's payment passes by", async () => {
    await openSchool();
    expect((await send(event("pi_of_another_shop"))).status).toBe(200);
  });

  test("ten times in parallel does its work once", async () => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(event(intentId))));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    await expectPaidOnce(classId, intentId);
  });

  test("from the sandbox itself finishes what the browser never reported, also doubled, late and reversed", async () => {
    for (const kind of ["webhook-twice", "webhook-late", "webhook-reversed"]) {
      const { student, classId } = await openSchool();
      await setFaults(app.current, [{ on: "webhook", kind, times: 20, milliseconds: 50 }]);
      const intentId = await askToPay(app.current, student, classId);
      await confirmCard(app.current, intentId);
      const stateLater = async () => {
        app.current.clock.advance(5);
        return (await attemptOf(intentId))?.state;
      };
      await expect.poll(stateLater, { timeout: 20_000, interval: 200 }).toBe("paid");
      const [payment, ...more] = await app.current.context.db
        .select()
        .from(payments)
        .where(eq(payments.classId, classId));
      expect(payment).toMatchObject({ intentId });
      expect(more).toEqual([]);
      expect(await classRow(app.current, classId)).toMatchObject({ availableSeats: 4, enrolledStudents: 1 });
    }
  });
});

describe.runIf(isPostgres)("on a server with real concurrency", () => {
  test("a hundred buyers race for one seat, and one gets it", async () => {
    const { instructor } = await openSchool();
    const classId = await makeClass(app.current, instructor, { availableSeats: 1 });
    const buyers = await Promise.all(Array.from({ length: 100 }, () => makePerson(app.current, "student")));
    const intents = await Promise.all(buyers.map((buyer) => askToPay(app.current, buyer, classId)));
    await Promise.all(intents.map((intentId) => confirmCard(app.current, intentId)));
    const answers = await Promise.all(buyers.map((buyer, i) => report(app.current, buyer, intents[i] ?? "")));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 200);
    expect(new Set(losers.map(({ body }) => body.code))).toEqual(new Set(["no-seats-left"]));
    expect(await classRow(app.current, classId)).toMatchObject({ availableSeats: 0, enrolledStudents: 1 });
    expect(await app.current.context.db.select().from(payments)).toHaveLength(1);
    expect(await app.current.context.db.select().from(enrollments)).toHaveLength(1);
    const statuses = await Promise.all(intents.map((intentId) => intentStatus(app.current, intentId)));
    expect(statuses.filter((status) => status === "succeeded")).toHaveLength(1);
    expect(statuses.filter((status) => status === "canceled")).toHaveLength(99);
  }, 120_000);

  test("while a seat is being taken, selecting that class waits for it, and another student's payment does not", async () => {
    const { student, classId } = await openSchool();
    const other = await makePerson(app.current, "student");
    const { context } = app.current;
    let selecting: ReturnType<typeof call> | undefined;
    await context.db.transaction(async (tx) => {
      await takeSeat(context, tx, student.id, classId);
      expect(await askToPay(app.current, other, classId)).toMatch(/^pi_/);
      selecting = call(app.current, "POST /selected/class", { body: { classId } }, student);
      const waiting = sql`select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`;
      await expect
        .poll(async () => ((await tx.execute(waiting)) as { rows: unknown[] }).rows.length, {
          timeout: 10_000,
          interval: 50,
        })
        .toBe(1);
    });
    expect(await selecting).toMatchObject({ status: 409, body: { code: "already-enrolled" } });
  });

  test("browser, webhook and reconciler at the same moment do the work once", async () => {
    const { student, classId } = await openSchool();
    const intentId = await askToPay(app.current, student, classId);
    await confirmCard(app.current, intentId);
    app.current.clock.advance(90);
    await Promise.all([
      report(app.current, student, intentId),
      settlePayment(app.current.context, intentId),
      reconcilePayments(app.current.context),
      reconcilePayments(app.current.context),
      report(app.current, student, intentId),
    ]);
    await settlePayment(app.current.context, intentId);
    await expectPaidOnce(classId, intentId);
  });
});

test("totals count what was collected", async () => {
  const { student, classId } = await openSchool();
  const admin = await makePerson(app.current, "admin");
  const intentId = await askToPay(app.current, student, classId);
  await confirmCard(app.current, intentId);
  await report(app.current, student, intentId);
  const everybody = await app.current.context.db.select().from(users);
  expect((await call(app.current, "GET /admin/payments", {}, admin)).body).toEqual({
    totalPayments: 1,
    revenue: 49,
    totalUsers: everybody.length,
    totalClasses: 1,
    totalEnrolled: 1,
    pendingClasses: 0,
    pendingApplications: 0,
  });
});
