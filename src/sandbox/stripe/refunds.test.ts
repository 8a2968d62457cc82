import { describe, expect, it } from "vitest";
import { failure, useSandbox } from "../../../test/stripe-sandbox.ts";

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
    expect(await sandbox.stripe.refunds.retrieve(refund.id)).toEqual(refund);
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
    const charge = typeof intent.latest_charge === "string" ? intent.latest_charge : "";
    expect(await failure(sandbox.stripe.refunds.create({ charge, amount: 4001 }))).toMatchObject({
      param: "amount",
    });
    const second = await sandbox.stripe.refunds.create({ charge });
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
