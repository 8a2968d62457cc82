import { randomBytes } from "node:crypto";
import { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { failure, soon, useSandbox, withCard } from "../../test/support/stripe-sandbox.ts";
import * as tables from "./tables.ts";

const sandbox = useSandbox();
const day = 86_400;

const newKey = () => randomBytes(8).toString("hex");

describe("idempotency keys", () => {
  it("answer the same again", async () => {
    const key = newKey();
    const first = await sandbox.create({}, key);
    const second = await sandbox.create({}, key);
    expect(second).toEqual(first);
    expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(second.lastResponse.headers["original-request"]).toBe(first.lastResponse.requestId);
    expect(first.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
    expect(await sandbox.eventsOf(first)).toHaveLength(1);
  });

  it("answer a decline again, without trying the card again", async () => {
    const intent = await sandbox.create();
    const key = newKey();
    const pay = () =>
      sandbox.stripe.paymentIntents.confirm(intent.id, withCard("4000000000000002"), { idempotencyKey: key });
    const [first, second] = [await failure(pay()), await failure(pay())];
    expect(second).toMatchObject({ statusCode: 402, charge: first.charge });
    expect(await sandbox.eventsOf(intent)).toHaveLength(2);
  });

  it("are for one call with one set of parameters", async () => {
    const key = newKey();
    const intent = await sandbox.create({}, key);
    const error = await failure(sandbox.create({ amount: 5000 }, key));
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(error).toMatchObject({ statusCode: 400, rawType: "idempotency_error" });
    const elsewhere = sandbox.stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: key });
    expect(await failure(elsewhere)).toMatchObject({ message: expect.stringContaining("same endpoint") });
  });

  it("are free again after wrong parameters", async () => {
    const key = newKey();
    expect(await failure(sandbox.create({ amount: 1 }, key))).toMatchObject({ code: "amount_too_small" });
    expect((await sandbox.create({ amount: 100 }, key)).amount).toBe(100);
  });

  it("are free again after a day", async () => {
    const key = newKey();
    const first = await sandbox.create({}, key);
    sandbox.clock.advance(day - 1);
    expect((await sandbox.create({}, key)).id).toBe(first.id);
    sandbox.clock.advance(1);
    expect((await sandbox.create({ amount: 700 }, key)).id).not.toBe(first.id);
  });

  it("refuse a second call while the first is under way", async () => {
    await sandbox.switchOn({ on: "create", kind: "slow", milliseconds: 400 });
    const key = newKey();
    const first = sandbox.create({}, key);
    await expect
      .poll(async () => {
        const rows = await sandbox.db.select().from(tables.idempotencyKeys);
        return rows.some((row) => row.key === key);
      }, soon)
      .toBe(true);
    expect(await failure(sandbox.create({}, key))).toMatchObject({
      statusCode: 409,
      code: "idempotency_key_in_use",
      rawType: "idempotency_error",
    });
    expect((await sandbox.create({}, newKey())).status).toBe("requires_payment_method");
    await first;
  });

  it("make ten calls at once one intent", async () => {
    const key = newKey();
    const calls = await Promise.allSettled(Array.from({ length: 10 }, () => sandbox.create({}, key)));
    const made = calls.filter((call) => call.status === "fulfilled").map(({ value }) => value.id);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made).size).toBe(1);
    const [id = ""] = made;
    expect(await sandbox.eventsOf({ id })).toHaveLength(1);
  });

  it("are taken over from a process that died", async () => {
    const key = newKey();
    const created = await sandbox.create({}, key);
    await sandbox.db.update(tables.idempotencyKeys).set({ status: null, body: null });
    expect(await failure(sandbox.create({}, key))).toMatchObject({ code: "idempotency_key_in_use" });
    sandbox.clock.advance(60);
    expect((await sandbox.create({}, key)).id).not.toBe(created.id);
  });
});
