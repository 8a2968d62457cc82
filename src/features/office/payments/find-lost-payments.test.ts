import { eq, like } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import {
  askSandbox,
  askToPay,
  authorizePayment,
  buy,
  confirmCard,
  decideRefund,
  intentStatus,
  noWebhooks,
  offerClass,
  refundsOf,
  setFaults,
  tamperWith,
} from "../../../../test/support/paying.ts";
import { attemptOf, expectPaidOnce, paymentRows } from "../../../../test/support/payment-records.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { classRow } from "../../../../test/support/school.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { newId } from "../../../platform/ids.ts";
import { outbox } from "../../../platform/outbox.ts";
import { cents } from "../../../platform/money.ts";
import { classes } from "../../school/classes/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { createLostPaymentSearch, findLostPayments, reconcilePayments } from "./payment-jobs.ts";
import { metadataOf } from "./recover-attempt.ts";
import { settlePayment } from "./settle-payment.ts";
import { paymentAttempts, paymentSearch, payments } from "./tables.ts";

const app = useTestApp();

/** As a failover does that loses the last commits. */
async function loseAll(): Promise<void> {
  const { db } = app.current.context;
  await db.delete(enrollments);
  await db.delete(payments);
  await db.delete(paymentAttempts);
  await db.update(classes).set({ availableSeats: 5, enrolledStudents: 0 });
}

async function lose(intentId: string) {
  const attempt = await attemptOf(app.current, intentId);
  if (!attempt) throw new Error(`${intentId} has no attempt`);
  await loseAll();
  const metadata = { ...metadataOf(app.current.context, attempt) };
  return {
    intentId,
    tamper: (changes: Record<string, string>) =>
      tamperWith(app.current, intentId, { metadata: { ...metadata, ...changes } }),
  };
}

async function loseHeld() {
  const offered = await offerClass(app.current);
  const intentId = await authorizePayment(app.current, offered.student, offered.classId);
  return { ...offered, ...(await lose(intentId)) };
}

async function loseBought() {
  const offered = await offerClass(app.current);
  const { intentId } = await buy(app.current, offered.student, offered.classId);
  return { ...offered, ...(await lose(intentId)) };
}

const search = () => findLostPayments(app.current.context);
const searchLater = async () => {
  app.current.clock.advance(3600);
  await search();
};
const unknown = async () =>
  (await call(app.current, "GET /admin/unknown-payments", {}, await makePerson(app.current, "admin"))).body;

describe("a payment that the database has lost", () => {
  test("is settled at the price that was paid when the provider reports it, by several processes at once", async () => {
    const { classId, intentId } = await loseHeld();
    await app.current.context.db.update(classes).set({ priceCents: cents(9900) });
    const reports = Array.from({ length: 4 }, () => settlePayment(app.current.context, intentId));
    for (const settled of await Promise.all(reports)) expect(settled).toMatchObject({ state: "paid" });
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("has a receipt with the Message-ID of the one that was lost", async () => {
    const { db } = app.current.context;
    const messageIds = async () => {
      const isReceipt = like(outbox.subject, "You are enrolled%");
      return (await db.select({ id: outbox.messageId }).from(outbox).where(isReceipt)).map(({ id }) => id);
    };
    const { classId, intentId } = await loseBought();
    await settlePayment(app.current.context, intentId);
    const [lost, found] = await messageIds();
    expect(found).toMatch(/\w/);
    expect(found).toBe(lost);
    await buy(app.current, await makePerson(app.current, "student"), classId);
    expect(new Set(await messageIds()).size).toBe(2);
  });

  test("is found among more than a page of others, once collected too, and looked for only hourly", async () => {
    const { classId, intentId } = await loseBought();
    const { context, sandbox, clock } = app.current;
    await context.db.transaction((tx) =>
      sandbox.addCollected(
        tx,
        Array.from({ length: 120 }, (_, index) => ({
          id: `pi_other${index}`,
          amount: 100,
          currency: "usd",
          metadata: {},
          at: clock.now(),
        })),
      ),
    );
    await Promise.all([search(), search()]);
    await expectPaidOnce(app.current, classId, intentId);
    await loseAll();
    clock.advance(3599);
    await search();
    expect(await attemptOf(app.current, intentId)).toBeUndefined();
    clock.advance(1);
    await search();
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("is looked for two days back after the database was away, and back to its backup after a restore", async () => {
    const { context, clock } = app.current;
    const listeners: ((tags: undefined) => void)[] = [];
    const onInvalidate = (listener: (tags: undefined) => void) => void listeners.push(listener);
    const run = createLostPaymentSearch({
      ...context,
      invalidation: { ...context.invalidation, onInvalidate },
    });
    const { intentId } = await loseBought();
    clock.advance(40 * 3600);
    await context.db.insert(paymentSearch).values({ id: 1, searchedUntil: clock.now(), nextAt: clock.now() });
    await run();
    expect(await attemptOf(app.current, intentId)).toBeUndefined();
    for (const listener of listeners) listener(undefined);
    await run();
    expect(await attemptOf(app.current, intentId)).toMatchObject({ state: "paid" });

    await loseAll();
    clock.advance(20 * 86_400);
    const searchedUntil = new Date(clock.now().getTime() - 22 * 86_400_000);
    await context.db.update(paymentSearch).set({ searchedUntil });
    await searchLater();
    expect(await attemptOf(app.current, intentId)).toMatchObject({ state: "paid" });
  });

  test("is given back when its student or its class is gone", async () => {
    const gone: Record<string, string>[] = [{ studentId: newId() }, { classId: newId() }];
    for (const metadata of gone) {
      const textsTo = async (email: string) =>
        (await mailsTo(app.current, email))
          .filter(({ subject }) => subject.startsWith("We couldn't"))
          .map(({ text }) => text);
      const expectTold = async (email: string, words: string) =>
        expect(await textsTo(email)).toEqual("classId" in metadata ? [expect.stringContaining(words)] : []);
      const held = await loseHeld();
      await held.tamper(metadata);
      await settlePayment(app.current.context, held.intentId);
      expect(await intentStatus(app.current, held.intentId)).toBe("canceled");
      await expectTold(held.student.email, "You weren't charged");
      const bought = await loseBought();
      await bought.tamper(metadata);
      await settlePayment(app.current.context, bought.intentId);
      expect(await refundsOf(app.current, bought.intentId)).toMatchObject([{ amount: 4900 }]);
      await expectTold(bought.student.email, "We're refunding the whole $49.00");
    }
    expect(await unknown()).toEqual([]);
  });

  test("is given back with a mail, once, also by a process that dies, or when the refund is pending at first", async () => {
    const mails = async (email: string) =>
      (await mailsTo(app.current, email)).filter(({ subject }) => subject.startsWith("We couldn't"));
    const { context } = app.current;

    const held = await loseHeld();
    await held.tamper({ classId: newId() });
    const cancelIntent = async (id: string): Promise<never> => {
      await context.stripe.cancelIntent(id);
      throw new Error("killed");
    };
    const dying = { ...context, stripe: { ...context.stripe, cancelIntent } };
    await expect(settlePayment(dying, held.intentId)).rejects.toThrow("killed");
    expect(await intentStatus(app.current, held.intentId)).toBe("canceled");
    expect(await mails(held.student.email)).toEqual([]);

    const bought = await loseBought();
    await bought.tamper({ classId: newId() });
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "pending-refund", times: 1 }]);
    await settlePayment(context, bought.intentId);
    expect(await mails(bought.student.email)).toEqual([]);
    await decideRefund(app.current, bought.intentId, "succeeded");

    await searchLater();
    await searchLater();
    expect(await mails(held.student.email)).toMatchObject([
      { text: expect.stringContaining("weren't charged") },
    ]);
    expect(await mails(bought.student.email)).toMatchObject([
      { text: expect.stringContaining("whole $49.00") },
    ]);
    expect(await unknown()).toEqual([]);
  });

  test("is given back when no seat is left", async () => {
    const { classId, intentId } = await loseBought();
    await app.current.context.db.update(classes).set({ availableSeats: 0 });
    await search();
    expect(await refundsOf(app.current, intentId)).toMatchObject([{ amount: 4900 }]);
    expect(await attemptOf(app.current, intentId)).toMatchObject({
      state: "released",
      refusal: "no-seats-left",
    });
    expect(await classRow(app.current, classId)).toMatchObject({ availableSeats: 0, enrolledStudents: 0 });
  });

  test("is given back when the student has paid again meanwhile", async () => {
    const { student, classId, intentId } = await loseBought();
    const again = await buy(app.current, student, classId);
    await search();
    expect(await refundsOf(app.current, intentId)).toMatchObject([{ amount: 4900 }]);
    expect(await refundsOf(app.current, again.intentId)).toEqual([]);
    expect((await paymentRows(app.current)).payments).toMatchObject([{ intentId: again.intentId }]);
  });

  test("has the seat when another payment was only begun, and that one cannot be paid any more", async () => {
    const { student, classId, intentId } = await loseHeld();
    const begun = await askToPay(app.current, student, classId);
    await search();
    await expectPaidOnce(app.current, classId, intentId);
    await reconcilePayments(app.current.context);
    expect(await intentStatus(app.current, begun)).toBe("canceled");
    expect(await attemptOf(app.current, begun)).toMatchObject({ state: "abandoned", refusal: null });
  });

  test("has the seat when another payment was begun, and an email says so if that one is paid too", async () => {
    const { student, classId, intentId } = await loseHeld();
    const begun = await askToPay(app.current, student, classId);
    await search();
    await confirmCard(app.current, begun);
    await reconcilePayments(app.current.context);
    await expectPaidOnce(app.current, classId, intentId);
    expect(await intentStatus(app.current, begun)).toBe("canceled");
    expect(await attemptOf(app.current, begun)).toMatchObject({
      state: "released",
      refusal: "already-enrolled",
    });
    expect((await mailsTo(app.current, student.email)).at(-1)?.text).toContain(
      "didn't keep your second payment",
    );
  });

  test("is canceled when it was never paid and another one was begun", async () => {
    const { student, classId } = await offerClass(app.current);
    const lost = await askToPay(app.current, student, classId);
    await loseAll();
    const begun = await askToPay(app.current, student, classId);
    await search();
    expect(await intentStatus(app.current, lost)).toBe("canceled");
    expect(await intentStatus(app.current, begun)).toBe("requires_payment_method");
  });

  test("is settled when its attempt came back from before the intent, and was given up", async () => {
    const { student, classId } = await offerClass(app.current);
    const { intentId } = await buy(app.current, student, classId);
    const attempt = await attemptOf(app.current, intentId);
    await loseAll();
    await app.current.context.db
      .insert(paymentAttempts)
      .values({ ...attempt!, intentId: null, state: "abandoned", revision: 1 });
    await search();
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("whose refund is pending or refused is shown to admins until the money is back", async () => {
    const { intentId } = await loseBought();
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "pending-refund", times: 1 }]);
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: intentId });
    await search();
    const shown = { transactionId: intentId, amount: 49, currency: "usd", date: expect.any(String) };
    expect(await unknown()).toEqual([{ ...shown, reason: "refund-pending" }]);
    await decideRefund(app.current, intentId, "failed");
    await app.current.context.db.update(classes).set({ availableSeats: 0 });
    await searchLater();
    expect(await unknown()).toEqual([{ ...shown, reason: "refund-failed" }]);
    await setFaults(app.current, [noWebhooks]);
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: intentId });
    await searchLater();
    expect(await unknown()).toEqual([]);
    expect(await attemptOf(app.current, intentId)).toMatchObject({ state: "released" });
  });
});

describe("an intent of the same Stripe account", () => {
  test("that another site made is left alone", async () => {
    const { intentId, tamper } = await loseHeld();
    await tamper({ site: "https://drawing.example", studentId: newId(), classId: newId() });
    await search();
    expect(await intentStatus(app.current, intentId)).toBe("requires_capture");
    expect(await unknown()).toEqual([]);
  });

  const undecidable: [string, Record<string, string>, string][] = [
    [
      "under another address, for a student and a class of this school",
      { site: "https://old.example" },
      "other-site",
    ],
    ["with metadata that somebody has changed", { attemptId: "none" }, "unreadable"],
  ];

  test.each(undecidable)("%s is shown once it is authorized, not before", async (_, metadata, reason) => {
    const { student, classId } = await offerClass(app.current);
    const { intentId, tamper } = await lose(await askToPay(app.current, student, classId));
    await tamper(metadata);
    await search();
    expect(await unknown()).toEqual([]);
    await confirmCard(app.current, intentId);
    await searchLater();
    expect(await unknown()).toMatchObject([{ transactionId: intentId, reason }]);
  });

  test.each(undecidable)("%s is left to admins until it is given back", async (_, metadata, reason) => {
    const { intentId, tamper } = await loseBought();
    await tamper(metadata);
    await search();
    await searchLater();
    expect(await unknown()).toMatchObject([{ transactionId: intentId, reason }]);
    expect(await refundsOf(app.current, intentId)).toEqual([]);
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: intentId });
    await searchLater();
    expect(await unknown()).toEqual([]);
    expect(
      await app.current.context.db.select().from(payments).where(eq(payments.intentId, intentId)),
    ).toEqual([]);
  });
});
