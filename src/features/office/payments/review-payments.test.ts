import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import {
  askSandbox,
  buy,
  closeDispute,
  decideRefund,
  noWebhooks,
  openDispute,
  setFaults,
} from "../../../../test/support/paying.ts";
import { makePerson } from "../../../../test/support/people.ts";
import { type Purchase, buyClass } from "../../../../test/support/purchase.ts";
import { reviewPayments } from "./payment-jobs.ts";
import { settlePayment } from "./settle-payment.ts";
import { payments } from "./tables.ts";

const app = useTestApp();
const day = 24 * 3600;

let bought: Purchase;
beforeEach(async () => {
  bought = await buyClass(app.current);
});

async function refundPart(): Promise<void> {
  await setFaults(app.current, [noWebhooks, { on: "refund", kind: "pending-refund", times: 1 }]);
  await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId, amount: "900" });
}

describe("the daily review of payments", () => {
  test("finds refunds and disputes that no webhook reported, within a day", async () => {
    const disputed = await buy(app.current, await makePerson(app.current, "student"), bought.classId);
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId });
    await openDispute(app.current, disputed.intentId);
    expect(await reviewPayments(app.current.context)).toBe(0);
    app.current.clock.advance(day);
    expect(await reviewPayments(app.current.context)).toBe(2);
    expect(await bought.latestPayments()).toMatchObject([
      { dispute: { status: "open" } },
      { refundStatus: "refunded" },
    ]);
    expect(await bought.availableSeats()).toBe(4);
    expect(await reviewPayments(app.current.context)).toBe(0);
    app.current.clock.advance(day);
    expect(await reviewPayments(app.current.context)).toBe(2);
  });

  test("covers a refund for 90 days, however late it was made", async () => {
    const { context } = app.current;
    await context.db.update(payments).set({ reviewAt: null });
    app.current.clock.advance(120 * day);
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId });
    await settlePayment(context, bought.intentId);
    for (const due of [1, 1]) {
      app.current.clock.advance(day);
      expect(await reviewPayments(context)).toBe(due);
    }
    app.current.clock.advance(90 * day);
    expect(await reviewPayments(context)).toBe(1);
    app.current.clock.advance(day);
    expect(await reviewPayments(context)).toBe(0);
  });

  test("covers a dispute until it is closed", async () => {
    const { clock, context } = app.current;
    await openDispute(app.current, bought.intentId);
    for (const due of [1, 1]) {
      clock.advance(90 * day);
      expect(await reviewPayments(context)).toBe(due);
    }
    await closeDispute(app.current, bought.intentId, "won");
    for (const due of [1, 0]) {
      clock.advance(day);
      expect(await reviewPayments(context)).toBe(due);
    }
    expect(await bought.latestPayments()).toMatchObject([{ dispute: { status: "won" } }]);
  });

  test.each([
    ["dispute", () => openDispute(app.current, bought.intentId), { dispute: { status: "won" } }],
    ["pending refund of a part", refundPart, { refundStatus: "none", refundedAmount: 0 }],
  ])("covers a %s that begins after the 90 days, until it ends", async (what, begin, after) => {
    const { clock, context } = app.current;
    await context.db.update(payments).set({ reviewAt: null });
    clock.advance(120 * day);
    await begin();
    await settlePayment(context, bought.intentId);
    for (const due of [1, 1]) {
      clock.advance(day);
      expect(await reviewPayments(context)).toBe(due);
    }
    if (what === "dispute") await closeDispute(app.current, bought.intentId, "won");
    else await decideRefund(app.current, bought.intentId, "failed");
    for (const due of [1, 0]) {
      clock.advance(day);
      expect(await reviewPayments(context)).toBe(due);
    }
    expect(await bought.latestPayments()).toMatchObject([after]);
  });

  test("covers a refund that the last day finds", async () => {
    const { clock, context } = app.current;
    clock.advance(90 * day);
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId });
    expect(await reviewPayments(context)).toBe(1);
    await decideRefund(app.current, bought.intentId, "failed");
    clock.advance(day);
    expect(await reviewPayments(context)).toBe(1);
    expect(await bought.latestPayments()).toMatchObject([{ refundStatus: "failed" }]);
  });

  test("covers a payment for 90 days, and is repeated after an hour when it fails", async () => {
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
