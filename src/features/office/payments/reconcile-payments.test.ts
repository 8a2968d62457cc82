import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import {
  askToPay,
  authorizePayment,
  buy,
  confirmCard,
  intentStatus,
  noWebhooks,
  offerClass,
  report,
  setFaults,
} from "../../../../test/support/paying.ts";
import {
  attemptOf,
  expectNothingRecorded,
  expectPaidOnce,
} from "../../../../test/support/payment-records.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { classRow } from "../../../../test/support/school.ts";
import { cents } from "../../../platform/money.ts";
import { classes } from "../../school/classes/tables.ts";
import { inBatches, reconcilePayments, removeAbandonedAttempts } from "./payment-jobs.ts";
import { settlePayment } from "./settle-payment.ts";
import { paymentAttempts } from "./tables.ts";

const app = useTestApp();

describe("settling that is interrupted", () => {
  test("before anything is recorded is completed by the reconciler", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await authorizePayment(app.current, student, classId);
    expect(await reconcilePayments(app.current.context)).toBe(0);
    app.current.clock.advance(90);
    expect(await reconcilePayments(app.current.context)).toBe(1);
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("of a rush is completed in one turn of the job", async () => {
    const { classId } = await offerClass(app.current, 30);
    const students = await Promise.all(Array.from({ length: 25 }, () => makePerson(app.current, "student")));
    await Promise.all(students.map((student) => authorizePayment(app.current, student, classId)));
    app.current.clock.advance(90);
    await inBatches(reconcilePayments)(app.current.context);
    expect(await classRow(app.current, classId)).toMatchObject({ enrolledStudents: 25, availableSeats: 5 });
  });

  test("before the intent's id was stored finds the attempt by the intent's metadata", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await askToPay(app.current, student, classId);
    await app.current.context.db.update(paymentAttempts).set({ intentId: null, state: "recorded" });
    await confirmCard(app.current, intentId);
    expect((await report(app.current, student, intentId)).status).toBe(200);
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("within the transaction is rolled back and completed by the next run", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await authorizePayment(app.current, student, classId);
    // An invalid date makes the insert of the payment fail.
    const broken = { ...app.current.context, clock: { now: () => new Date(Number.NaN) } };
    await expect(settlePayment(broken, intentId)).rejects.toThrow();
    await expectNothingRecorded(app.current, classId);
    await settlePayment(app.current.context, intentId);
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("between commit and capture holds the seat, and the next run captures", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await authorizePayment(app.current, student, classId);
    const stripe = {
      ...app.current.context.stripe,
      captureIntent: () => Promise.reject(new Error("the process died here")),
    };
    await expect(settlePayment({ ...app.current.context, stripe }, intentId)).rejects.toThrow(
      "the process died here",
    );
    expect(await attemptOf(app.current, intentId)).toMatchObject({ state: "seated" });
    expect(await intentStatus(app.current, intentId)).toBe("requires_capture");
    app.current.clock.advance(90);
    await reconcilePayments(app.current.context);
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("between the capture and its record is completed by the next run", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await authorizePayment(app.current, student, classId);
    const captureIntent = async (id: string): Promise<never> => {
      await app.current.context.stripe.captureIntent(id);
      throw new Error("the process died here");
    };
    const stripe = { ...app.current.context.stripe, captureIntent };
    await expect(settlePayment({ ...app.current.context, stripe }, intentId)).rejects.toThrow(
      "the process died here",
    );
    expect(await attemptOf(app.current, intentId)).toMatchObject({ state: "seated" });
    app.current.clock.advance(90);
    await reconcilePayments(app.current.context);
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("by an outdated response from Stripe undoes nothing", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await askToPay(app.current, student, classId);
    const { context } = app.current;
    let asked = 0;
    const retrieveIntent = async (id: string) => {
      const old = await context.stripe.retrieveIntent(id);
      asked += 1;
      if (asked === 1) {
        // The student confirms and the webhook settles before this response arrives.
        await confirmCard(app.current, intentId);
        await settlePayment(context, intentId);
      }
      return old;
    };
    const outdated = { ...context, stripe: { ...context.stripe, retrieveIntent } };
    expect(await settlePayment(outdated, intentId)).toMatchObject({ state: "paid" });
    expect(asked).toBe(2);
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("by an outage of Stripe returns 503 and is completed by the reconciler", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await authorizePayment(app.current, student, classId);
    await setFaults(app.current, [noWebhooks, { on: "retrieve", kind: "error-500", times: 3 }]);
    expect(await report(app.current, student, intentId)).toMatchObject({ status: 503 });
    await expectNothingRecorded(app.current, classId);
    app.current.clock.advance(90);
    await setFaults(app.current, [noWebhooks]);
    await reconcilePayments(app.current.context);
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("before the intent of a refused payment is canceled leaves that to the reconciler", async () => {
    const { student, classId } = await offerClass(app.current, 1);
    const intentId = await authorizePayment(app.current, student, classId);
    const rival = await makePerson(app.current, "student");
    const theirs = await authorizePayment(app.current, rival, classId);
    await report(app.current, rival, theirs);
    await setFaults(app.current, [noWebhooks, { on: "cancel", kind: "error-500", times: 3 }]);
    expect((await report(app.current, student, intentId)).body.code).toBe("no-seats-left");
    expect(await intentStatus(app.current, intentId)).toBe("requires_capture");
    app.current.clock.advance(90);
    await setFaults(app.current, [noWebhooks]);
    await reconcilePayments(app.current.context);
    expect(await intentStatus(app.current, intentId)).toBe("canceled");
    expect(await attemptOf(app.current, intentId)).toMatchObject({ state: "released" });
  });
});

describe("an unfinished attempt", () => {
  test("whose intent was never created is abandoned after an hour, not before", async () => {
    const { student, classId } = await offerClass(app.current);
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

  test("whose intent Stripe does not know, as after a move to another account, is abandoned", async () => {
    const { student, classId } = await offerClass(app.current);
    await askToPay(app.current, student, classId);
    await app.current.context.db.update(paymentAttempts).set({ intentId: "pi_of_another_account" });
    app.current.clock.advance(90);
    await reconcilePayments(app.current.context);
    expect(await attemptOf(app.current, "pi_of_another_account")).toMatchObject({ state: "abandoned" });
    await setFaults(app.current, [noWebhooks]);
    const intentId = await authorizePayment(app.current, student, classId);
    await report(app.current, student, intentId);
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("that cannot be settled is logged and does not stop the others", async () => {
    const { classId } = await offerClass(app.current);
    const intents: string[] = [];
    for (let i = 0; i < 4; i += 1) {
      const student = await makePerson(app.current, "student");
      const intentId = await authorizePayment(app.current, student, classId);
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
    for (const intentId of others)
      expect(await attemptOf(app.current, intentId)).toMatchObject({ state: "paid" });
    expect(await attemptOf(app.current, poisoned ?? "")).toMatchObject({ state: "open" });
    expect(logged).toMatchObject([{ attempt: expect.any(String), err: { message: "a bug" } }]);
  });

  test("that nobody pays is abandoned after a day, and its intent canceled", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await askToPay(app.current, student, classId);
    app.current.clock.advance(25 * 3600);
    await reconcilePayments(app.current.context);
    expect(await attemptOf(app.current, intentId)).toMatchObject({ state: "abandoned" });
    expect(await intentStatus(app.current, intentId)).toBe("canceled");
  });

  test("that nobody paid is removed after a year, and what was paid stays", async () => {
    const { student, classId } = await offerClass(app.current);
    const unpaid = await askToPay(app.current, student, classId);
    app.current.clock.advance(25 * 3600);
    await reconcilePayments(app.current.context);
    await buy(app.current, await makePerson(app.current, "student"), classId);
    const { db } = app.current.context;
    await removeAbandonedAttempts(app.current.context);
    expect(await db.$count(paymentAttempts)).toBe(2);
    app.current.clock.advance(366 * 86_400);
    await removeAbandonedAttempts(app.current.context);
    expect(await db.$count(paymentAttempts)).toBe(1);
    expect(await db.$count(paymentAttempts, eq(paymentAttempts.intentId, unpaid))).toBe(0);
  });

  test("that a new price replaced is removed after a year, unless it was authorized after all", async () => {
    const { student, classId } = await offerClass(app.current);
    const { context, clock } = app.current;
    const setPrice = (price: number) => context.db.update(classes).set({ priceCents: cents(price) });
    const unpaid = await askToPay(app.current, student, classId);
    await setPrice(5900);
    const late = await askToPay(app.current, student, classId);
    await reconcilePayments(context);
    expect(await intentStatus(app.current, unpaid)).toBe("canceled");
    await setPrice(6900);
    await askToPay(app.current, student, classId);
    await confirmCard(app.current, late);
    await reconcilePayments(context);
    expect(await attemptOf(app.current, late)).toMatchObject({ state: "released", refusal: "paid-late" });
    clock.advance(366 * 86_400);
    await removeAbandonedAttempts(context);
    expect(await attemptOf(app.current, unpaid)).toBeUndefined();
    expect(await attemptOf(app.current, late)).toBeDefined();
  });

  test.each(["replaced", "account-deleted"] as const)(
    "that an earlier version released as %s is removed after a year",
    async (refusal) => {
      const { student, classId } = await offerClass(app.current);
      const { context, clock } = app.current;
      const unpaid = await askToPay(app.current, student, classId);
      await context.db.update(paymentAttempts).set({ state: "released", refusal });
      await removeAbandonedAttempts(context);
      expect(await attemptOf(app.current, unpaid)).toBeDefined();
      clock.advance(366 * 86_400);
      await removeAbandonedAttempts(context);
      expect(await attemptOf(app.current, unpaid)).toBeUndefined();
    },
  );
});
