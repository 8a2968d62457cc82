import { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { failure, useSandbox } from "../../test/support/stripe-sandbox.ts";

const sandbox = useSandbox();

describe("faults of calls", () => {
  it("strike as often as they are told to, until they are cleared", async () => {
    const twice = { on: "create", kind: "error-500", times: 2 };
    await sandbox.switchOn(twice);
    expect(await failure(sandbox.create())).toMatchObject({ statusCode: 500, rawType: "api_error" });
    expect(await failure(sandbox.create())).toMatchObject({ statusCode: 500 });
    expect((await sandbox.create()).status).toBe("requires_payment_method");
    await sandbox.switchOn(twice);
    await sandbox.control("/faults", "DELETE");
    expect((await sandbox.create()).status).toBe("requires_payment_method");
  });

  it("answer 500 for good to an idempotency key", async () => {
    await sandbox.switchOn({ on: "create", kind: "error-500" });
    const error = await failure(sandbox.create({}, "k-500"));
    expect(error).toBeInstanceOf(Stripe.errors.StripeAPIError);
    expect(error).toMatchObject({
      statusCode: 500,
      rawType: "api_error",
      headers: { "stripe-should-retry": "false" },
    });
    expect(await failure(sandbox.create({}, "k-500"))).toMatchObject({
      statusCode: 500,
      headers: { "idempotent-replayed": "true" },
    });
    expect((await sandbox.create({}, "k-other")).status).toBe("requires_payment_method");
  });

  it("keep a call waiting longer than the caller waits", async () => {
    await sandbox.switchOn({ on: "retrieve", kind: "slow", milliseconds: 300 });
    const intent = await sandbox.create();
    const asked = sandbox.stripe.paymentIntents.retrieve(
      intent.id,
      {},
      { timeout: 50, maxNetworkRetries: 0 },
    );
    expect(await failure(asked)).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  });

  it("cut the connection after the work, which trying again does not do twice", async () => {
    const held = await sandbox.authorized();
    await sandbox.switchOn({ on: "capture", kind: "cut-after-work" });
    const captured = await sandbox.running.persistentStripe.paymentIntents.capture(
      held.id,
      {},
      { idempotencyKey: `cut-${held.id}` },
    );
    expect(captured.status).toBe("succeeded");
    expect(captured.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(
      (await sandbox.eventsOf(held)).filter(({ type }) => type === "payment_intent.succeeded"),
    ).toHaveLength(1);

    // Without a key the caller gets no answer, but the work is done.
    const other = await sandbox.authorized();
    await sandbox.switchOn({ on: "cancel", kind: "cut-after-work", times: 1 });
    const canceled = fetch(`${sandbox.running.origin}/v1/payment_intents/${other.id}/cancel`, {
      method: "POST",
      headers: { authorization: `Bearer ${sandbox.running.keys.secretKey}` },
    });
    await expect(canceled).rejects.toThrow("fetch failed");
    expect((await sandbox.stripe.paymentIntents.retrieve(other.id)).status).toBe("canceled");
  });

  it("cut the connection before the work", async () => {
    const held = await sandbox.authorized();
    await sandbox.switchOn({ on: "capture", kind: "cut-before-work", times: 2 });
    const error = await failure(sandbox.stripe.paymentIntents.capture(held.id));
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect((await sandbox.stripe.paymentIntents.retrieve(held.id)).status).toBe("requires_capture");
  });

  it("decline a capture for good", async () => {
    const held = await sandbox.authorized();
    await sandbox.switchOn({ on: "capture", kind: "decline-capture" });
    expect(await failure(sandbox.stripe.paymentIntents.capture(held.id))).toMatchObject({
      statusCode: 400,
      code: "charge_expired_for_capture",
      payment_intent: { status: "canceled", cancellation_reason: "automatic" },
    });
    expect((await sandbox.eventsOf(held)).at(-1)?.type).toBe("payment_intent.canceled");
  });

  it("are switched by the secret key only, and only known ones", async () => {
    const stranger = await fetch(`${sandbox.running.origin}/sandbox/stripe/faults`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${sandbox.running.keys.publishableKey}` },
    });
    expect(stranger.status).toBe(401);
    const unknown = await sandbox.control("/faults", "POST", {
      faults: [{ on: "create", kind: "webhook-late" }],
    });
    expect(unknown.status).toBe(400);
  });
});
