import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { runMail } from "../../../../test/support/notifications.ts";
import {
  askSandbox,
  buy,
  noWebhooks,
  offerClass,
  openDispute,
  refundsOf,
  setFaults,
} from "../../../../test/support/paying.ts";
import { call, makePerson, renewToken } from "../../../../test/support/people.ts";
import { type Purchase, buyClass, expectRevenue } from "../../../../test/support/purchase.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { makeVideoLesson } from "../../../../test/support/videos.ts";
import { paymentRow, readRefund, standingOf, withdraw } from "../../../../test/support/withdrawing.ts";
import { noteSent } from "../../classroom/progress/note-learner.ts";
import { reconcilePayments } from "./payment-jobs.ts";
import { settlePayment } from "./settle-payment.ts";
import { payments } from "./tables.ts";
import { withdrawFromClass } from "./withdraw-from-class.ts";

const app = useTestApp();

let bought: Purchase;
beforeEach(async () => {
  bought = await buyClass(app.current);
});

const refundedCents = async () => (await refundsOf(app.current, bought.intentId)).map(({ amount }) => amount);

const subjectsTo = async (email: string) => (await mailsTo(app.current, email)).map(({ subject }) => subject);

async function expectWithdrawnOnce(): Promise<void> {
  expect(await refundedCents()).toEqual([4900]);
  expect(await bought.enrolledClasses()).toEqual([]);
  expect(await bought.availableSeats()).toBe(5);
  await expectRevenue(bought, 0);
  expect(await bought.refundLog()).toHaveLength(1);
  expect(await subjectsTo(bought.student.email)).toEqual([
    "You are enrolled in Eyes That Speak",
    "You withdrew from Eyes That Speak",
    "Your refund for Eyes That Speak",
  ]);
}

test("a student withdraws: money, seat and access end as with any refund, and what was true is kept", async () => {
  const { student, paymentId } = bought;
  const standing = await standingOf(app.current, student, paymentId);
  expect(standing).toMatchObject({
    days: { number: 1, limit: 7, holds: true },
    share: { number: 0, limit: 200, holds: true },
    price: { number: 100, holds: true },
    isAllowed: true,
  });
  expect((await withdraw(app.current, student, paymentId)).body).toEqual({
    isRefunded: true,
    refundStatus: "refunded",
  });
  await expectWithdrawnOnce();
  expect((await paymentRow(app.current, paymentId)).withdrawalStanding).toEqual(standing);
  expect(await bought.refundLog()).toMatchObject([
    {
      by: { _id: student.id },
      after:
        "Day 1 of 7 after the payment. 0% of the class opened; refunds need less than 20%. Paid at the regular price.",
    },
  ]);
  const [, withdrawn] = await mailsTo(app.current, student.email);
  const day = app.current.clock.now().toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  expect(withdrawn?.text).toMatch(new RegExp(`Withdrawn: ${day}, \\d+:\\d\\d [AP]M UTC`));
  expect(withdrawn?.text).toContain(bought.intentId);
  expect((await readRefund(app.current, student, paymentId)).body).toMatchObject({
    refundStatus: "refunded",
    withdrawn: expect.any(String),
  });
});

const day = 24 * 3600;

test.each([
  ["6 days, 23:59:59", 7 * day - 1, 200],
  ["7 days, 0:00:00", 7 * day, 200],
  ["7 days, 0:00:01", 7 * day + 1, 409],
])("%s after the payment", async (_, seconds, status) => {
  app.current.clock.advance(seconds);
  const { student, paymentId } = bought;
  const { isAllowed } = await standingOf(app.current, student, paymentId);
  const answer = await withdraw(app.current, student, paymentId);
  expect({ isAllowed, status: answer.status }).toEqual({ isAllowed: status === 200, status });
  if (status === 409) {
    expect(answer.body).toMatchObject({
      code: "refund-not-in-policy",
      detail: expect.stringContaining("Day 8: refunds are open for 7 days after the payment."),
    });
    expect(await refundedCents()).toEqual([]);
    expect(await bought.enrolledClasses()).toHaveLength(1);
    expect(await subjectsTo(student.email)).toHaveLength(1);
  }
});

test.each([
  ["6 days, 23:59:59", 7 * day - 1, 200],
  ["7 days, 0:00:00", 7 * day, 200],
  ["7 days, 0:00:01", 7 * day + 1, 409],
])("%s after the first lesson, which came out long after the payment", async (_, seconds, status) => {
  const { student, instructor, classId } = await offerClass(app.current);
  const { paymentId } = await buy(app.current, student, classId);
  const [receipt] = await mailsTo(app.current, student.email);
  expect(receipt?.text).toContain("Lessons aren’t out yet.");
  app.current.clock.advance(40 * day);
  expect(await standingOf(app.current, student, paymentId)).toMatchObject({
    days: { number: 0 },
    until: null,
  });

  const teaching = () => renewToken(app.current, instructor);
  const { section, lesson } = await makeLesson(app.current, await teaching(), classId, { title: "Lines" });
  await runMail(app.current);
  expect(await subjectsTo(student.email)).toEqual([
    "You are enrolled in Eyes That Speak",
    "“Eyes That Speak” has its first lesson: “Lines”. Your 7-day refund period starts now",
  ]);
  const { until } = await standingOf(app.current, student, paymentId);
  app.current.clock.advance(day);
  // Neither of them moves the days.
  await makeLesson(app.current, await teaching(), classId, { section });
  const place = { params: { classId, id: lesson } };
  const retired = await call(
    app.current,
    "POST /curriculum/{classId}/lesson/{id}/retire",
    place,
    await teaching(),
  );
  expect(retired.status).toBe(200);
  await runMail(app.current);
  expect(await subjectsTo(student.email)).toHaveLength(2);
  app.current.clock.advance(seconds - day);
  const standing = await standingOf(app.current, student, paymentId);
  expect(standing).toMatchObject({ until, isAllowed: status === 200 });
  const answer = await withdraw(app.current, student, paymentId);
  expect(answer.status).toBe(status);
  if (status === 409)
    expect(answer.body.detail).toContain(
      "Day 8: refunds are open for 7 days after the first lesson came out",
    );
});

/** A film of 10,000 seconds. Returns what notes that its seconds are sent. */
async function makeFilm() {
  const { instructor, classId, student } = bought;
  const made = await makeVideoLesson(app.current, instructor, classId, { seconds: 10_000 });
  const film = { studentId: student.id, classId, lessonId: made.lesson, videoId: made.video };
  return (from: number, to: number) => noteSent(app.current.context, { ...film, from, to });
}

test.each([
  [1999, 199, 200],
  [2000, 200, 409],
])("%d of 10,000 seconds opened", async (opened, number, status) => {
  const send = await makeFilm();
  await send(0, opened);
  const { student, paymentId } = bought;
  expect(await standingOf(app.current, student, paymentId)).toMatchObject({ opened, share: { number } });
  expect((await withdraw(app.current, student, paymentId)).status).toBe(status);
});

test("after a partial refund the confirmation names what is still returned", async () => {
  await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId, amount: "900" });
  await settlePayment(app.current.context, bought.intentId);
  await withdraw(app.current, bought.student, bought.paymentId);
  const mails = await mailsTo(app.current, bought.student.email);
  const withdrawn = mails.find(({ subject }) => subject.startsWith("You withdrew"));
  expect(withdrawn?.text).toContain("We're returning $40.00 of the $49.00 you paid for it");
  expect(withdrawn?.text).not.toContain("everything you paid");
});

test("what the server decides is what the function says of the facts that the page was sent", async () => {
  const decided = new Set<number>();
  for (const [sent, days] of [
    [0, 0],
    [1000, 3],
    [1999, 6],
    [2000, 1],
    [9000, 6],
    [500, 8],
  ] as const) {
    bought = await buyClass(app.current);
    const send = await makeFilm();
    app.current.clock.advance(days * day);
    if (sent > 0) await send(100, 100 + sent);
    const { isAllowed, ...standing } = await standingOf(app.current, bought.student, bought.paymentId);
    const { status } = await withdraw(app.current, bought.student, bought.paymentId);
    expect(status).toBe(isAllowed ? 200 : 409);
    decided.add(status);
    const kept = (await paymentRow(app.current, bought.paymentId)).withdrawalStanding;
    expect(kept).toEqual(isAllowed ? { ...standing, isAllowed } : null);
  }
  expect([...decided]).toEqual([200, 409]);
});

describe("the same payment again", () => {
  test("of a hundred confirmations at once one refunds, and all are told how it stands", async () => {
    const { student, paymentId } = bought;
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => withdraw(app.current, student, paymentId)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
    await reconcilePayments(app.current.context);
    await expectWithdrawnOnce();
    expect((await withdraw(app.current, student, paymentId)).body.refundStatus).toBe("refunded");
    await settlePayment(app.current.context, bought.intentId);
    await expectWithdrawnOnce();
  }, 60_000);

  test("after the process died before the refund: the reconciler makes it", async () => {
    const { context } = app.current;
    const refundIntent = () => Promise.reject(new Error("the process died here"));
    const dying = { ...context, stripe: { ...context.stripe, refundIntent } };
    await expect(withdrawFromClass(dying, bought.student, bought.paymentId)).rejects.toThrow("died here");
    expect(await bought.enrolledClasses()).toEqual([]);
    expect((await withdraw(app.current, bought.student, bought.paymentId)).body).toEqual({
      isRefunded: false,
      refundStatus: "pending",
    });
    app.current.clock.advance(90);
    await reconcilePayments(context);
    await expectWithdrawnOnce();
  });

  test("after the process died between the refund and its record: refunded once", async () => {
    const { context } = app.current;
    const refundIntent = async (id: string): Promise<never> => {
      await context.stripe.refundIntent(id);
      throw new Error("the process died here");
    };
    const dying = { ...context, stripe: { ...context.stripe, refundIntent } };
    await expect(withdrawFromClass(dying, bought.student, bought.paymentId)).rejects.toThrow("died here");
    app.current.clock.advance(90);
    await reconcilePayments(context);
    await expectWithdrawnOnce();
  });

  test("after the process died before the decision was committed: nothing has happened", async () => {
    const { context } = app.current;
    const dying = { ...context, clock: { now: () => new Date(Number.NaN) } };
    await expect(withdrawFromClass(dying, bought.student, bought.paymentId)).rejects.toThrow();
    expect(await bought.refundLog()).toEqual([]);
    await withdraw(app.current, bought.student, bought.paymentId);
    await expectWithdrawnOnce();
  });
});

test("while Stripe is away the withdrawal counts, and the refund follows", async () => {
  const { student, paymentId } = bought;
  app.current.clock.advance(7 * day - 1);
  await setFaults(app.current, [
    noWebhooks,
    { on: "retrieve", kind: "error-500", times: 6 },
    { on: "refund", kind: "error-500", times: 3 },
  ]);
  expect((await withdraw(app.current, student, paymentId)).body.refundStatus).toBe("pending");
  expect(await subjectsTo(student.email)).toContain("You withdrew from Eyes That Speak");
  await setFaults(app.current, [noWebhooks]);
  app.current.clock.advance(day);
  await reconcilePayments(app.current.context);
  await expectWithdrawnOnce();
});

test("a refund that the bank refuses leaves the school to act, and the student is told", async () => {
  await setFaults(app.current, [noWebhooks, { on: "refund", kind: "decline-refund", times: 1 }]);
  const { student, paymentId } = bought;
  expect((await withdraw(app.current, student, paymentId)).body.refundStatus).toBe("failed");
  expect((await withdraw(app.current, student, paymentId)).body.refundStatus).toBe("failed");
  expect((await subjectsTo(student.email)).at(-1)).toContain("didn't go through");
  expect((await bought.refund()).body.refundStatus).toBe("refunded");
  expect(await refundedCents()).toEqual([4900]);
});

test("a payment that the bank is asked about, or that another account took, is refused with a way out", async () => {
  const { student, paymentId } = bought;
  await app.current.context.db.update(payments).set({ intentId: "pi_elsewhere" });
  expect(await withdraw(app.current, student, paymentId)).toMatchObject({
    status: 409,
    body: { code: "refund-by-hand", detail: expect.stringContaining("Contact page") },
  });
  await app.current.context.db.update(payments).set({ intentId: bought.intentId });
  await openDispute(app.current, bought.intentId);
  expect(await withdraw(app.current, student, paymentId)).toMatchObject({
    status: 409,
    body: { code: "payment-disputed" },
  });
  expect(await bought.refundLog()).toEqual([]);
});

test("nobody withdraws for somebody else", async () => {
  for (const stranger of [await makePerson(app.current, "student"), bought.admin, bought.instructor]) {
    expect(await withdraw(app.current, stranger, bought.paymentId)).toMatchObject({
      status: 403,
      body: { code: "not-your-payment" },
    });
    expect((await readRefund(app.current, stranger, bought.paymentId)).status).toBe(403);
  }
  const own = { email: bought.student.email };
  const ask = async (id: string) =>
    call(app.current, "GET /payments/{email}/{id}/refund", { params: { ...own, id } }, bought.student);
  expect((await ask(bought.classId)).status).toBe(404);
  expect((await ask("1")).status).toBe(400);
});

describe("withdrawing often", () => {
  test("from the same class is for the school to decide the second time", async () => {
    const { student, classId } = bought;
    await withdraw(app.current, student, bought.paymentId);
    const again = await buy(app.current, await renewToken(app.current, student), classId);
    expect(await standingOf(app.current, student, again.paymentId)).toMatchObject({
      heldBack: "same-class-again",
    });
    expect(await withdraw(app.current, student, again.paymentId)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("so the school decides") },
    });
  });

  test("from four classes at once works for three, and for the fourth after 90 days", async () => {
    const { student, instructor } = bought;
    const paid = [bought.paymentId];
    for (let more = 0; more < 3; more += 1) {
      const classId = await makeClass(app.current, instructor);
      paid.push((await buy(app.current, student, classId)).paymentId);
    }
    const answers = await Promise.all(paid.map((id) => withdraw(app.current, student, id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 409]);
    app.current.clock.advance(91 * day);
    const later = await makeClass(app.current, await renewToken(app.current, instructor));
    const { paymentId } = await buy(app.current, await renewToken(app.current, student), later);
    expect((await withdraw(app.current, student, paymentId)).status).toBe(200);
  });
});

test("the class's weight at the payment is kept", async () => {
  const { instructor, student } = bought;
  const classId = await makeClass(app.current, instructor);
  const { section } = await makeVideoLesson(app.current, instructor, classId, { seconds: 600 });
  await makeLesson(app.current, instructor, classId, { section, body: "word ".repeat(200) });
  await makeLesson(app.current, instructor, classId, {
    section,
    isPreview: true,
    body: "word ".repeat(2000),
  });
  await makeLesson(app.current, instructor, classId, { section, isPublished: false });
  const { paymentId } = await buy(app.current, student, classId);
  expect((await paymentRow(app.current, paymentId)).weightSeconds).toBe(660);
});
