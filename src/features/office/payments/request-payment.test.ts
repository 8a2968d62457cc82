import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import {
  askSandbox,
  askToPay,
  authorizePayment,
  buy,
  confirmCard,
  intentIdOf,
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
import { mailsTo } from "../../../../test/support/mails.ts";
import { type TestPerson, call } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { guardians, users } from "../../../access/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { reconcilePayments } from "./payment-jobs.ts";
import { requestPayment } from "./request-payment.ts";
import { settlePayment } from "./settle-payment.ts";
import { paymentAttempts } from "./tables.ts";

const app = useTestApp();

const raisePrice = (instructor: TestPerson, id: string) => {
  const body = { className: "Eyes That Speak", price: 59, availableSeats: 5 };
  return call(app.current, "PATCH /class/{id}", { params: { id }, body }, instructor);
};

test("a minor pays once the guardian has agreed, and a person of unknown age at once", async () => {
  const { student, classId } = await offerClass(app.current);
  const { clock, context } = app.current;
  const ask = () => call(app.current, "POST /create-payment-intent", { body: { classId } }, student);
  const ofStudent = eq(guardians.personId, student.id);
  const facts = { personId: student.id, email: "g@example.org", adultOn: "2099-01-01", askedAt: clock.now() };
  await context.db.insert(guardians).values(facts);
  const refused = await ask();
  expect(refused).toMatchObject({ status: 403, body: { code: "guardian-consent-missing" } });
  expect(refused.body.endsSession).toBeUndefined();
  await context.db.update(guardians).set({ consentedAt: clock.now() }).where(ofStudent);
  expect((await ask()).status).toBe(200);
  await context.db.update(guardians).set({ withdrawnAt: clock.now() }).where(ofStudent);
  expect((await ask()).status).toBe(403);
  await context.db.delete(guardians).where(ofStudent);
  await context.db.update(users).set({ isAgeKnown: false }).where(eq(users.id, student.id));
  expect((await ask()).status).toBe(200);
});

test("a guardian who withdraws consent while the card is typed in has the last word", async () => {
  const { context, clock } = app.current;
  const { student, classId } = await offerClass(app.current);
  await context.db.insert(guardians).values({
    personId: student.id,
    email: "g@example.org",
    adultOn: "2099-01-01",
    askedAt: clock.now(),
    consentedAt: clock.now(),
  });
  const intentId = await authorizePayment(app.current, student, classId);
  await context.db.update(guardians).set({ withdrawnAt: clock.now() });
  expect((await report(app.current, student, intentId)).body.code).toBe("guardian-consent-missing");
  expect(await intentStatus(app.current, intentId)).toBe("canceled");
  expect(await context.db.select().from(enrollments)).toEqual([]);
  const [mail] = await mailsTo(app.current, student.email);
  expect(mail?.text).toContain("Your parent or guardian doesn't agree to purchases at the moment.");
  expect(mail?.text).toContain("You weren't charged.");
});

describe("creating a payment intent", () => {
  test("returns the client secret with the current price, tax and total", async () => {
    const { student, classId } = await offerClass(app.current);
    const asked = await call(app.current, "POST /create-payment-intent", { body: { classId } }, student);
    expect(asked.body).toMatchObject({
      clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      price: 49,
      tax: 0,
      total: 49,
    });
  });

  test("repeatedly or from several tabs at once creates a single intent", async () => {
    const { student, classId } = await offerClass(app.current);
    const asked = await Promise.all([1, 2, 3].map(() => askToPay(app.current, student, classId)));
    expect(new Set([...asked, await askToPay(app.current, student, classId)]).size).toBe(1);
  });

  test("after a price change creates another intent, and the first can no longer be paid", async () => {
    const { student, instructor, classId } = await offerClass(app.current);
    const first = await askToPay(app.current, student, classId);
    await raisePrice(instructor, classId);
    const asked = await call(app.current, "POST /create-payment-intent", { body: { classId } }, student);
    expect(asked.body.total).toBe(59);
    await confirmCard(app.current, first);
    expect(await report(app.current, student, first)).toMatchObject({
      status: 409,
      body: { code: "payment-replaced" },
    });
    expect(await intentStatus(app.current, first)).toBe("canceled");
    await expectNothingRecorded(app.current, classId);
    await settlePayment(app.current.context, first);
    const mails = await mailsTo(app.current, student.email);
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringMatching(/Its price changed while you were paying\.[^]+You weren't charged\./),
    ]);
  });

  test("after a price change keeps the price that a lost report has already paid", async () => {
    const { student, instructor, classId } = await offerClass(app.current);
    const paid = await authorizePayment(app.current, student, classId);
    await raisePrice(instructor, classId);
    expect(
      await call(app.current, "POST /create-payment-intent", { body: { classId } }, student),
    ).toMatchObject({ status: 409, body: { code: "already-enrolled" } });
    await expectPaidOnce(app.current, classId, paid);
  });

  test("after a price change makes the reconciler cancel the first intent at once, before its next check is due", async () => {
    const { student, instructor, classId } = await offerClass(app.current);
    const first = await askToPay(app.current, student, classId);
    await raisePrice(instructor, classId);
    await askToPay(app.current, student, classId);
    expect(await reconcilePayments(app.current.context)).toBe(1);
    expect(await intentStatus(app.current, first)).toBe("canceled");
    expect(await attemptOf(app.current, first)).toMatchObject({ state: "abandoned", refusal: null });
  });

  test("while another tab creates one at a new price returns only the newer intent, and the older can no longer be paid", async () => {
    const { student, instructor, classId } = await offerClass(app.current);
    const { context } = app.current;
    let older = "";
    let newer: string | undefined;
    const createIntent: typeof context.stripe.createIntent = async (...asked) => {
      const intent = await context.stripe.createIntent(...asked);
      if (newer === undefined) {
        older = intent.id;
        await raisePrice(instructor, classId);
        newer = await askToPay(app.current, student, classId);
      }
      return intent;
    };
    const slow = { ...context, stripe: { ...context.stripe, createIntent } };
    const asked = await requestPayment(slow, student, classId);
    expect(asked).toMatchObject({ total: 5900 });
    expect(intentIdOf(asked.clientSecret)).toBe(newer);
    expect(await context.db.select().from(paymentAttempts).orderBy(paymentAttempts.id)).toMatchObject([
      { state: "abandoned", intentId: null },
      { state: "open", intentId: newer },
    ]);

    await confirmCard(app.current, older);
    expect(await settlePayment(context, older)).toMatchObject({ state: "abandoned" });
    expect(await intentStatus(app.current, older)).toBe("canceled");
    await expectNothingRecorded(app.current, classId);
  });

  test("while the first request is in progress keeps that request's attempt", async () => {
    const { student, classId } = await offerClass(app.current);
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
    await expectPaidOnce(app.current, classId, intentId);
    expect(await app.current.context.db.select().from(paymentAttempts)).toHaveLength(1);
  }, 30_000);

  test("is refused for a class that is pending, full, unknown or already bought", async () => {
    const { student, instructor, classId } = await offerClass(app.current, 1);
    const pending = await makeClass(app.current, instructor, { status: "pending" });
    const full = await makeClass(app.current, instructor, { availableSeats: 0 });
    const ask = (id: string) =>
      call(app.current, "POST /create-payment-intent", { body: { classId: id } }, student);
    expect((await ask(pending)).body.code).toBe("class-not-found");
    expect((await ask(full)).body.code).toBe("no-seats-left");
    expect((await ask("0198c0de-0000-7000-8000-000000000000")).body.code).toBe("class-not-found");
    await buy(app.current, student, classId);
    expect((await ask(classId)).body.code).toBe("already-enrolled");
  });

  test("after the card was confirmed settles that payment and creates no other intent", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await authorizePayment(app.current, student, classId);
    const again = await call(app.current, "POST /create-payment-intent", { body: { classId } }, student);
    expect(again).toMatchObject({ status: 409, body: { code: "already-paid" } });
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("after Stripe canceled the first intent creates another", async () => {
    const { student, classId } = await offerClass(app.current);
    const canceled = await askToPay(app.current, student, classId);
    await askSandbox(app.current, "POST", `/v1/payment_intents/${canceled}/cancel`);
    const { intentId } = await buy(app.current, student, classId);
    expect(intentId).not.toBe(canceled);
    await expectPaidOnce(app.current, classId, intentId);
  });

  // The sandbox has no requires_confirmation.
  test.each(["requires_confirmation", "requires_action"] as const)(
    "while the first intent has the status %s returns the same intent",
    async (status) => {
      const { student, classId } = await offerClass(app.current);
      const intentId = await askToPay(app.current, student, classId);
      const { context } = app.current;
      const retrieveIntent: typeof context.stripe.retrieveIntent = async (id) => {
        const intent = await context.stripe.retrieveIntent(id);
        return intent && { ...intent, status };
      };
      const begun = { ...context, stripe: { ...context.stripe, retrieveIntent } };
      expect(intentIdOf((await requestPayment(begun, student, classId)).clientSecret)).toBe(intentId);
    },
  );

  test("returns 503 while Stripe is down, and works when it is back", async () => {
    const { student, classId } = await offerClass(app.current);
    await setFaults(app.current, [noWebhooks, { on: "create", kind: "error-500", times: 10 }]);
    const asked = await call(app.current, "POST /create-payment-intent", { body: { classId } }, student);
    expect(asked).toMatchObject({ status: 503, body: { code: "payment-provider-unreachable" } });
    await setFaults(app.current, [noWebhooks]);
    const intentId = await authorizePayment(app.current, student, classId);
    expect((await report(app.current, student, intentId)).status).toBe(200);
  });

  test("creates a single intent when the connection is cut after Stripe created it", async () => {
    const { student, classId } = await offerClass(app.current);
    await setFaults(app.current, [noWebhooks, { on: "create", kind: "cut-after-work", times: 1 }]);
    const intentId = await askToPay(app.current, student, classId);
    const list = (await (
      await askSandbox(app.current, "GET", "/v1/events?type=payment_intent.created")
    ).json()) as { data: unknown[] };
    expect(list.data).toHaveLength(1);
    await confirmCard(app.current, intentId);
    await report(app.current, student, intentId);
    await expectPaidOnce(app.current, classId, intentId);
  });
});
