import { eq } from "drizzle-orm";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { askToPay, authorizePayment, offerClass, setFaults } from "../../../../test/support/paying.ts";
import {
  attemptOf,
  expectNothingRecorded,
  expectPaidOnce,
} from "../../../../test/support/payment-records.ts";
import { buyClass } from "../../../../test/support/purchase.ts";
import { classRow } from "../../../../test/support/school.ts";
import { payments } from "./tables.ts";

const app = useTestApp();

describe("a webhook event", () => {
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

  test("with a wrong signature is refused with 400 and changes nothing", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await authorizePayment(app.current, student, classId);
    const answer = await send(event(intentId), "whsec_someone_elses");
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "bad-signature" });
    await expectNothingRecorded(app.current, classId);
  });

  test("is verified with Stripe: a false payment_intent.succeeded changes nothing", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await askToPay(app.current, student, classId);
    expect((await send(event(intentId, "payment_intent.succeeded"))).status).toBe(200);
    await expectNothingRecorded(app.current, classId);
  });

  test("is verified with Stripe: a false refund.failed changes nothing", async () => {
    const bought = await buyClass(app.current);
    await bought.refund();
    const object = {
      id: "re_1",
      object: "refund",
      payment_intent: bought.intentId,
      status: "failed",
      amount: 4900,
    };
    const answer = await send({ id: "evt_1", object: "event", type: "refund.failed", data: { object } });
    expect(answer.status).toBe(200);
    expect(await bought.latestPayments()).toMatchObject([{ refundStatus: "refunded" }]);
  });

  test("for an intent of another site is accepted and ignored", async () => {
    await offerClass(app.current);
    expect((await send(event("pi_of_another_shop"))).status).toBe(200);
  });

  test("received ten times in parallel settles the payment once", async () => {
    const { student, classId } = await offerClass(app.current);
    const intentId = await authorizePayment(app.current, student, classId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(event(intentId))));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    await expectPaidOnce(app.current, classId, intentId);
  });

  test("settles a payment that the browser never reported, also when sent twice, late or out of order", async () => {
    for (const kind of ["webhook-twice", "webhook-late", "webhook-reversed"]) {
      const { student, classId } = await offerClass(app.current);
      await setFaults(app.current, [{ on: "webhook", kind, times: 20, milliseconds: 50 }]);
      const intentId = await authorizePayment(app.current, student, classId);
      const stateLater = async () => {
        app.current.clock.advance(5);
        return (await attemptOf(app.current, intentId))?.state;
      };
      await expect.poll(stateLater, { interval: 200 }).toBe("paid");
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
