/** @databases both */
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { toldTo } from "../../../../test/support/notifications.ts";
import {
  askToPay,
  authorizePayment,
  buy,
  cards,
  confirmCard,
  intentStatus,
  noWebhooks,
  offerClass,
  report,
  setFaults,
  tamperWith,
} from "../../../../test/support/paying.ts";
import {
  attemptOf,
  expectNothingRecorded,
  expectPaidOnce,
  paymentRows,
} from "../../../../test/support/payment-records.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { classRow } from "../../../../test/support/school.ts";
import { newId } from "../../../platform/ids.ts";
import { paymentAttempts } from "./tables.ts";

const app = useTestApp();

describe("settling a payment", () => {
  test("takes the seat, records payment and enrollment, clears the selection, captures, and emails student and instructor", async () => {
    const { student, instructor, classId } = await offerClass(app.current);
    await call(app.current, "POST /selected/class", { body: { classId } }, student);
    const intentId = await askToPay(app.current, student, classId);
    expect(await confirmCard(app.current, intentId)).toMatchObject({ status: "requires_capture" });
    const reported = await report(app.current, student, intentId);
    expect(reported.body).toEqual({ insertResult: { insertedId: expect.any(String) } });
    await expectPaidOnce(app.current, classId, intentId);

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
    expect(await toldTo(app.current, instructor.id)).toEqual([
      {
        kind: "student-enrolled",
        line: `${student.name} enrolled in “Eyes That Speak” and paid $49.00.`,
        path: "/dashboard/instructor/my-classes",
      },
    ]);
  });

  test("repeatedly or concurrently gives the same answer and changes nothing more", async () => {
    const { student, instructor, classId } = await offerClass(app.current);
    const intentId = await authorizePayment(app.current, student, classId);
    const answers = await Promise.all([1, 2, 3, 4].map(() => report(app.current, student, intentId)));
    answers.push(await report(app.current, student, intentId));
    expect(new Set(answers.map(({ body }) => body.insertResult?.insertedId)).size).toBe(1);
    await expectPaidOnce(app.current, classId, intentId);
    expect(await mailsTo(app.current, student.email)).toHaveLength(1);
    expect(await toldTo(app.current, instructor.id)).toHaveLength(1);
  });

  test("before the card is confirmed or after it was declined is refused and records nothing", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await askToPay(app.current, student, classId);
    expect((await report(app.current, student, intentId)).body.code).toBe("payment-not-completed");
    await confirmCard(app.current, intentId, cards.declined);
    expect((await report(app.current, student, intentId)).body.code).toBe("payment-not-completed");
    await expectNothingRecorded(app.current, classId);
    await confirmCard(app.current, intentId, cards.good);
    expect((await report(app.current, student, intentId)).status).toBe(200);
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("is refused for an unknown payment and for another student's", async () => {
    const { student, classId } = await offerClass(app.current);
    expect(await report(app.current, student, "pi_nothing")).toMatchObject({
      status: 404,
      body: { code: "payment-not-found" },
    });
    const intentId = await authorizePayment(app.current, student, classId);
    const stranger = await makePerson(app.current, "student");
    expect(await report(app.current, stranger, intentId)).toMatchObject({
      status: 403,
      body: { code: "not-your-payment" },
    });
    await expectNothingRecorded(app.current, classId);
  });

  test("ignores the price, class and email that the browser sends", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await authorizePayment(app.current, student, classId);
    const body = {
      transactionId: intentId,
      price: 0.01,
      classId: "x",
      email: "someone@example.org",
      date: "yesterday",
    };
    expect((await call(app.current, "POST /payments", { body }, student)).status).toBe(200);
    await expectPaidOnce(app.current, classId, intentId);
  });

  test.each([
    ["amount", { amount: 100 }],
    ["currency", { currency: "eur" }],
    ["student", { metadata: { studentId: newId() } }],
    ["class", { metadata: { classId: newId() } }],
    ["attempt", { metadata: { attemptId: newId() } }],
  ])("cancels an intent with another %s and records nothing", async (_, changes) => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await askToPay(app.current, student, classId);
    const asked = {
      attemptId: (await attemptOf(app.current, intentId))?.id ?? "",
      studentId: student.id,
      classId,
    };
    const metadata = { ...asked, ...("metadata" in changes && changes.metadata) };
    await tamperWith(app.current, intentId, { ...changes, metadata });
    await confirmCard(app.current, intentId);
    expect((await report(app.current, student, intentId)).body.code).toBe("payment-mismatch");
    expect(await intentStatus(app.current, intentId)).toBe("canceled");
    await expectNothingRecorded(app.current, classId);
  });

  test("cancels the intent when the last seat was sold in the meantime", async () => {
    const { student, classId } = await offerClass(app.current, 1);
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
    await expectPaidOnce(app.current, classId, theirs, 0);
    expect(await attemptOf(app.current, mine)).toMatchObject({ state: "released", refusal: "no-seats-left" });
    const mails = await mailsTo(app.current, student.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["We couldn't enroll you in Eyes That Speak"]);
    expect(mails[0]?.text).toContain("Someone took the last seat while you were paying.");
    expect(mails[0]?.text).toContain("You weren't charged. Your bank may show $49.00 as pending");
  });

  test("cancels a second payment for a class that the student has already bought", async () => {
    const { student, classId } = await offerClass(app.current);
    const first = await authorizePayment(app.current, student, classId);
    const setState = (intentId: string, state: "open" | "abandoned") =>
      app.current.context.db
        .update(paymentAttempts)
        .set({ state })
        .where(eq(paymentAttempts.intentId, intentId));
    // As after a restore from a backup: the first attempt is lost, so a second one can start.
    await setState(first, "abandoned");
    const second = await askToPay(app.current, student, classId);
    await setState(second, "abandoned");
    await setState(first, "open");
    await report(app.current, student, first);
    await setState(second, "open");
    await confirmCard(app.current, second);
    expect((await report(app.current, student, second)).body).toMatchObject({ code: "already-enrolled" });
    expect(await intentStatus(app.current, second)).toBe("canceled");
    await expectPaidOnce(app.current, classId, first);
    expect((await mailsTo(app.current, student.email)).at(-1)).toMatchObject({
      subject: "Your second payment for Eyes That Speak",
      text: expect.stringContaining("You already have a seat in Eyes That Speak"),
    });
  });

  test("returns the seat, voids the payment and emails the student when the capture fails for good", async () => {
    const { student, instructor, classId } = await offerClass(app.current);
    const intentId = await authorizePayment(app.current, student, classId);
    await setFaults(app.current, [noWebhooks, { on: "capture", kind: "decline-capture", times: 1 }]);
    expect((await report(app.current, student, intentId)).body.code).toBe("payment-not-collected");
    expect(await attemptOf(app.current, intentId)).toMatchObject({ state: "reversed" });
    const {
      payments: [voided],
      enrollments: enrolled,
    } = await paymentRows(app.current);
    expect(voided).toMatchObject({ voidedAt: expect.any(Date), capturedAt: null });
    expect(enrolled).toEqual([]);
    expect(await classRow(app.current, classId)).toMatchObject({ availableSeats: 5, enrolledStudents: 0 });
    const params = { email: student.email };
    expect((await call(app.current, "GET /payments/{email}", { params }, student)).body).toEqual([]);
    expect(await toldTo(app.current, instructor.id)).toEqual([]);
    const [mail] = await mailsTo(app.current, student.email);
    expect(mail?.subject).toBe("Your payment for Eyes That Speak didn't go through");

    const again = await authorizePayment(app.current, student, classId);
    expect((await report(app.current, student, again)).status).toBe(200);
  });
});

test("the receipt shows date, card and seller, and links to the class", async () => {
  const { student, classId } = await offerClass(app.current);
  await buy(app.current, student, classId);
  const [receipt] = await mailsTo(app.current, student.email);
  const today = app.current.clock.now().toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  for (const words of [
    `Date: ${today}`,
    "Paid with: Visa ending in 4242",
    "Sold by: Senga, support@senga.example",
    `/dashboard/enrolled-classes/${classId}`,
  ])
    expect(receipt?.text).toContain(words);
});
