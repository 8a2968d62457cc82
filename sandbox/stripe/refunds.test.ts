import { describe, expect, it } from "vitest";
import { failure, useSandbox } from "../../test/support/stripe-sandbox.ts";
import { decideDueRefunds } from "./refunds.ts";

const sandbox = useSandbox();

describe("refunds", () => {
  it("give all of it back, once", async () => {
    const intent = await sandbox.collected();
    const refund = await sandbox.stripe.refunds.create({
      payment_intent: intent.id,
      reason: "requested_by_customer",
    });
    expect(refund).toMatchObject({
      object: "refund",
      amount: 4900,
      currency: "usd",
      payment_intent: intent.id,
      charge: intent.latest_charge,
      reason: "requested_by_customer",
      status: "succeeded",
    });
    expect(refund.id).toMatch(/^re_\w{24}$/);
    expect(await failure(sandbox.stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      statusCode: 400,
      code: "charge_already_refunded",
    });
    const events = await sandbox.eventsOf(intent);
    expect(events.slice(-2)).toMatchObject([
      { type: "refund.created", data: { object: { id: refund.id } } },
      {
        type: "charge.refunded",
        data: { object: { object: "charge", amount_refunded: 4900, refunded: true } },
      },
    ]);
  });

  it("give parts back until nothing is left", async () => {
    const intent = await sandbox.collected();
    const first = await sandbox.stripe.refunds.create({ payment_intent: intent.id, amount: 900 });
    const tooMuch = sandbox.stripe.refunds.create({ payment_intent: intent.id, amount: 4001 });
    expect(await failure(tooMuch)).toMatchObject({ param: "amount" });
    const second = await sandbox.stripe.refunds.create({ payment_intent: intent.id });
    expect(second.amount).toBe(4000);
    const list = await sandbox.stripe.refunds.list({ payment_intent: intent.id });
    expect(list.data.map(({ id }) => id)).toEqual([second.id, first.id]);
    const page = await sandbox.stripe.refunds.list({ payment_intent: intent.id, limit: 1 });
    expect(page).toMatchObject({ has_more: true, data: [{ id: second.id }] });
  });

  it("need money that was collected", async () => {
    const held = await sandbox.authorized();
    expect(await failure(sandbox.stripe.refunds.create({ payment_intent: held.id }))).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("does not have a successful charge"),
    });
    expect(await failure(sandbox.stripe.refunds.create({ payment_intent: "pi_none" }))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      param: "payment_intent",
    });
  });
});

describe("a bank", () => {
  const paidWith = async (card: string) =>
    sandbox.stripe.paymentIntents.capture((await sandbox.confirm(await sandbox.create(), card)).id);
  const withRefunds = async (id: string) => {
    const intent = await sandbox.stripe.paymentIntents.retrieve(id, { expand: ["latest_charge.refunds"] });
    if (typeof intent.latest_charge !== "object") throw new Error("the charge was not expanded");
    return intent.latest_charge;
  };

  it("takes its time with a refund, and sends another one back, by the card", async () => {
    const [slow, closed] = [await paidWith("4000000000007726"), await paidWith("4000000000005126")];
    const pending = await sandbox.stripe.refunds.create({ payment_intent: slow.id });
    const returned = await sandbox.stripe.refunds.create({ payment_intent: closed.id });
    expect([pending.status, returned.status]).toEqual(["pending", "succeeded"]);
    const decide = () => decideDueRefunds(sandbox.db, sandbox.clock.now());
    expect(await decide()).toBe(0);
    sandbox.clock.advance(60);
    expect((await Promise.all([decide(), decide()])).toSorted()).toEqual([0, 2]);
    expect((await withRefunds(slow.id))?.refunds?.data).toMatchObject([{ status: "succeeded" }]);
    expect(await withRefunds(closed.id)).toMatchObject({
      amount_refunded: 0,
      refunded: false,
      refunds: { data: [{ status: "failed", failure_reason: "expired_or_canceled_card" }] },
    });
    expect((await sandbox.typesOf(slow)).slice(-2)).toEqual(["refund.updated", "charge.refund.updated"]);
    expect((await sandbox.typesOf(closed)).slice(-1)).toEqual(["refund.failed"]);
    expect(await sandbox.stripe.refunds.create({ payment_intent: closed.id })).toMatchObject({
      amount: 4900,
    });
  });

  it("refuses a refund, or leaves it pending, where a test says so", async () => {
    const intent = await sandbox.collected();
    await sandbox.switchOn({ on: "refund", kind: "decline-refund" });
    await sandbox.switchOn({ on: "refund", kind: "pending-refund" });
    expect(await failure(sandbox.stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      statusCode: 400,
      code: "balance_insufficient",
    });
    const refund = await sandbox.stripe.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe("pending");
    await sandbox.control(`/refunds/${refund.id}`, "POST", { status: "failed" });
    expect((await sandbox.stripe.refunds.list({ payment_intent: intent.id })).data).toMatchObject([
      { status: "failed" },
    ]);
  });

  it("disputes a payment, and decides", async () => {
    const intent = await paidWith("4000000000000259");
    const [dispute] = (await sandbox.stripe.disputes.list({ payment_intent: intent.id })).data;
    expect(dispute).toMatchObject({ amount: 4900, reason: "fraudulent", status: "needs_response" });
    expect(await withRefunds(intent.id)).toMatchObject({ disputed: true });
    expect(await failure(sandbox.stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: "charge_disputed",
    });
    await sandbox.control(`/disputes/${dispute?.id ?? ""}`, "POST", { status: "won" });
    expect((await sandbox.stripe.disputes.list({ payment_intent: intent.id })).data).toMatchObject([
      { status: "won" },
    ]);
    expect((await sandbox.typesOf(intent)).filter((type) => type.startsWith("charge.dispute"))).toEqual([
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.funds_reinstated",
      "charge.dispute.closed",
    ]);
  });
});
