import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import {
  askSandbox,
  closeDispute,
  decideRefund,
  noWebhooks,
  openDispute,
  setFaults,
} from "../../../../test/support/paying.ts";
import { type Purchase, buyClass, expectRevenue } from "../../../../test/support/purchase.ts";
import { settlePayment } from "./settle-payment.ts";

const app = useTestApp();

let bought: Purchase;
beforeEach(async () => {
  bought = await buyClass(app.current);
});

describe("a dispute", () => {
  test("is shown while it is open, and keeps the enrollment when it is won", async () => {
    await openDispute(app.current, bought.intentId);
    await settlePayment(app.current.context, bought.intentId);
    await settlePayment(app.current.context, bought.intentId);
    expect(await bought.latestPayments()).toMatchObject([
      { dispute: { status: "open", amount: 49 }, disputeReason: "fraudulent" },
    ]);
    expect(await bought.paymentHistory()).toMatchObject([{ dispute: { status: "open", amount: 49 } }]);
    expect(await bought.enrolledClasses()).toHaveLength(1);
    await expectRevenue(bought, 49);
    await closeDispute(app.current, bought.intentId, "won");
    await settlePayment(app.current.context, bought.intentId);
    expect(await bought.latestPayments()).toMatchObject([
      { dispute: { status: "won" }, refundStatus: "none" },
    ]);
    expect(await bought.enrolledClasses()).toHaveLength(1);
    const mails = await mailsTo(app.current, "support@senga.example");
    expect(mails.map(({ subject }) => subject)).toEqual([
      `A payment is disputed: ${bought.student.name}, Eyes That Speak`,
      `A dispute was closed: ${bought.student.name}, Eyes That Speak`,
    ]);
    expect(mails[0]?.text).toContain("the cardholder says they didn't make this payment.");
  });

  test("that is won after a refund leaves nothing to keep, and the mails say so", async () => {
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId });
    await settlePayment(app.current.context, bought.intentId);
    await openDispute(app.current, bought.intentId);
    await settlePayment(app.current.context, bought.intentId);
    await closeDispute(app.current, bought.intentId, "won");
    await settlePayment(app.current.context, bought.intentId);
    const [opened, closed] = await mailsTo(app.current, "support@senga.example");
    expect(opened?.text).toContain("The payment has already been refunded: tell the bank so there.");
    expect(closed?.text).toContain("the payment had already been refunded.");
    expect(closed?.text).not.toContain("You keep");
  });

  test("that is lost ends the enrollment, by webhook", async () => {
    await setFaults(app.current, []);
    await openDispute(app.current, bought.intentId);
    await closeDispute(app.current, bought.intentId, "lost");
    await expect.poll(bought.enrolledClasses).toEqual([]);
    expect(await bought.latestPayments()).toMatchObject([
      { dispute: { status: "lost" }, refundStatus: "refunded", refundedAmount: 0 },
    ]);
    expect(await bought.availableSeats()).toBe(5);
    await expectRevenue(bought, 0);
    expect((await mailsTo(app.current, bought.student.email)).at(-1)?.text).toContain(
      "Your bank has returned the $49.00",
    );
  });

  test("over what a partial refund left returns that much, and the mail says so", async () => {
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId, amount: "900" });
    await settlePayment(app.current.context, bought.intentId);
    await openDispute(app.current, bought.intentId, { amount: 4000 });
    await settlePayment(app.current.context, bought.intentId);
    await closeDispute(app.current, bought.intentId, "lost");
    await settlePayment(app.current.context, bought.intentId);
    expect((await mailsTo(app.current, bought.student.email)).at(-1)?.text).toContain(
      "Your bank has returned $40.00 of the $49.00",
    );
  });

  test("over a part that is lost keeps the enrollment and lowers the revenue", async () => {
    await openDispute(app.current, bought.intentId, { amount: 1000 });
    await closeDispute(app.current, bought.intentId, "lost");
    await settlePayment(app.current.context, bought.intentId);
    expect(await bought.enrolledClasses()).toHaveLength(1);
    await expectRevenue(bought, 39);
  });

  test("over a part that is lost does not make the bank's what the school refunds of the rest", async () => {
    const { context } = app.current;
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "pending-refund", times: 1 }]);
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId, amount: "3900" });
    await openDispute(app.current, bought.intentId, { amount: 1000 });
    await closeDispute(app.current, bought.intentId, "lost");
    await settlePayment(context, bought.intentId);
    await decideRefund(app.current, bought.intentId, "succeeded");
    await settlePayment(context, bought.intentId);
    expect((await mailsTo(app.current, bought.student.email)).at(-1)?.text).toContain(
      "We've refunded $39.00 of the $49.00",
    );
  });

  test("prevents a refund, and the admin sees why", async () => {
    await openDispute(app.current, bought.intentId);
    expect((await bought.refund()).body).toMatchObject({ refundStatus: "failed" });
    expect(await bought.latestPayments()).toMatchObject([
      { refundStatus: "failed", refundFailure: "charge_disputed" },
    ]);
  });
});
