import { describe, expect, it } from "vitest";
import { soon, useSandbox } from "../../test/support/stripe-sandbox.ts";

const sandbox = useSandbox();

describe("the sandbox", () => {
  it("lets a test change an intent behind our back", async () => {
    const held = await sandbox.authorized();
    const changed = await sandbox.control(`/payment_intents/${held.id}`, "POST", {
      amount: 1,
      metadata: { classId: "c2" },
    });
    expect(changed.status).toBe(200);
    const seen = await sandbox.stripe.paymentIntents.retrieve(held.id);
    expect(seen).toMatchObject({
      amount: 1,
      amount_capturable: 1,
      metadata: { classId: "c2" },
      status: "requires_capture",
    });
    expect((await sandbox.control("/payment_intents/pi_none", "POST", { amount: 1 })).status).toBe(404);
    expect((await sandbox.control(`/payment_intents/${held.id}`, "POST", { id: "pi_x" })).status).toBe(400);
  });

  it("shows its books on the machine itself, without scripts", async () => {
    const intent = await sandbox.create({ description: "<script>alert(1)</script>" });
    await sandbox.confirm(intent, "4242424242424242");
    const page = await fetch(`${sandbox.running.origin}/sandbox/stripe`);
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain("Senga payment sandbox");
    expect(text).toContain(intent.id);
    expect(text).toContain("visa •••• 4242");
    expect(text).toContain("4000 0027 6000 3184");
    expect(text).not.toMatch(/<script/);
    expect(text).not.toContain(intent.client_secret);
    const proxied = await fetch(`${sandbox.running.origin}/sandbox/stripe`, {
      headers: { "x-forwarded-for": "203.0.113.1" },
    });
    expect(proxied.status).toBe(403);
    expect(await proxied.text()).not.toContain(intent.id);
  });

  it("loses nothing in a restart", async () => {
    sandbox.listener.answer = 500;
    const held = await sandbox.authorized();
    const key = { idempotencyKey: `restart-${held.id}` };
    const captured = await sandbox.stripe.paymentIntents.capture(held.id, {}, key);
    const { keys } = sandbox.running;
    sandbox.listener.answer = 200;
    sandbox.clock.advance(60);
    await sandbox.restart();
    expect(sandbox.running.keys).toEqual(keys);
    expect(await sandbox.stripe.paymentIntents.retrieve(held.id)).toEqual(captured);
    const replayed = await sandbox.stripe.paymentIntents.capture(held.id, {}, key);
    expect(replayed.lastResponse.headers["idempotent-replayed"]).toBe("true");
    await expect
      .poll(async () => (await sandbox.deliveries()).filter(({ deliveredAt }) => deliveredAt), soon)
      .toHaveLength(3);
    expect(new Set(sandbox.postedTypesOf(held))).toContain("payment_intent.succeeded");
  });
});
