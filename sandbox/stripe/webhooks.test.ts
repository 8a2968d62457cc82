import { createHmac, randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { inSeconds } from "./objects.ts";
import { soon, useSandbox } from "../../test/support/stripe-sandbox.ts";
import * as tables from "./tables.ts";

const sandbox = useSandbox();

const firstPost = async () => (await sandbox.deliveries())[0];
const takenPosts = async () => (await sandbox.deliveries()).filter(({ deliveredAt }) => deliveredAt);

describe("events", () => {
  it("keep the object as it was, and who asked", async () => {
    const created = await sandbox.create({}, `key-${randomUUID()}`);
    await sandbox.stripe.paymentIntents.cancel(created.id);
    const [first] = await sandbox.eventsOf(created);
    expect(first).toMatchObject({
      object: "event",
      api_version: Stripe.API_VERSION,
      created: inSeconds(sandbox.clock.now()),
      livemode: false,
      type: "payment_intent.created",
      data: { object: { id: created.id, status: "requires_payment_method" } },
      request: { id: created.lastResponse.requestId, idempotency_key: expect.stringMatching(/^key-/) },
    });
    await expect.poll(() => sandbox.postedTypesOf(created), soon).toHaveLength(2);
  });

  it("are listed by type", async () => {
    const intent = await sandbox.create();
    await sandbox.stripe.paymentIntents.cancel(intent.id);
    const made = await sandbox.stripe.events.list({ type: "payment_intent.created", limit: 1 });
    expect(made.data).toMatchObject([{ data: { object: { id: intent.id } } }]);
  });
});

describe("webhooks", () => {
  it("are posted in order, signed", async () => {
    const intent = await sandbox.authorized();
    await sandbox.stripe.paymentIntents.capture(intent.id);
    const order = [
      "payment_intent.created",
      "payment_intent.amount_capturable_updated",
      "payment_intent.succeeded",
    ];
    await expect.poll(() => sandbox.postedTypesOf(intent), soon).toEqual(order);
    const [post] = sandbox.postsOf(intent);
    const time = inSeconds(sandbox.clock.now());
    const code = createHmac("sha256", sandbox.running.keys.webhookSecret)
      .update(`${time}.${post?.body}`)
      .digest("hex");
    expect(post?.signature).toBe(`t=${time},v1=${code}`);
    expect(() => sandbox.readPost(`${post?.body} `, post?.signature ?? "")).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    );
  });

  it("are posted once, also when several processes do it", async () => {
    const second = await sandbox.run();
    const intents = await Promise.all(Array.from({ length: 8 }, () => sandbox.create()));
    await Promise.all(intents.map(({ id }) => second.stripe.paymentIntents.cancel(id)));
    await expect.poll(takenPosts, soon).toHaveLength(16);
    await second.close();
    expect(intents.map((intent) => sandbox.postsOf(intent).length)).toEqual(intents.map(() => 2));
  });

  it("are tried again, after 1, 2, 4 … seconds, until they are taken", async () => {
    sandbox.listener.answer = 500;
    const start = sandbox.clock.now().getTime();
    const intent = await sandbox.create();
    await expect.poll(() => sandbox.postedTypesOf(intent), soon).toHaveLength(1);
    await expect.poll(async () => (await firstPost())?.lastResult, soon).toBe("HTTP 500");
    expect((await firstPost())?.nextTryAt).toEqual(new Date(start + 1000));
    sandbox.clock.advance(1);
    await expect.poll(() => sandbox.postedTypesOf(intent), soon).toHaveLength(2);
    await expect.poll(async () => (await firstPost())?.nextTryAt, soon).toEqual(new Date(start + 3000));
    sandbox.listener.answer = 204;
    sandbox.clock.advance(2);
    await expect.poll(() => sandbox.postedTypesOf(intent), soon).toHaveLength(3);
    await expect.poll(async () => (await firstPost())?.deliveredAt, soon).toEqual(new Date(start + 3000));
    expect((await firstPost())?.nextTryAt).toBeNull();
    const [first, , last] = sandbox.postsOf(intent);
    expect(last?.body).toBe(first?.body);
    expect(last?.signature).not.toBe(first?.signature);
  });

  it("are given up in the end, and a redirect is no yes", async () => {
    sandbox.listener.answer = 302;
    const intent = await sandbox.create();
    await expect.poll(() => sandbox.postedTypesOf(intent), soon).toHaveLength(1);
    // Its record would overwrite what the test writes.
    await expect.poll(async () => (await firstPost())?.lastResult, soon).toBe("HTTP 302");
    await sandbox.db.update(tables.deliveries).set({ tries: 15, nextTryAt: sandbox.clock.now() });
    await expect.poll(() => sandbox.postedTypesOf(intent), soon).toHaveLength(2);
    await expect.poll(firstPost, soon).toMatchObject({
      tries: 16,
      nextTryAt: null,
      deliveredAt: null,
    });
  });

  it("come twice, with the same id", async () => {
    await sandbox.switchOn({ on: "webhook", kind: "webhook-twice" });
    const intent = await sandbox.create();
    await expect.poll(() => sandbox.postsOf(intent), soon).toHaveLength(2);
    const [one, two] = sandbox.postsOf(intent);
    expect(one?.body).toBe(two?.body);
  });

  it("come late", async () => {
    await sandbox.switchOn({ on: "webhook", kind: "webhook-late", milliseconds: 5000 });
    const [late, other] = [await sandbox.create(), await sandbox.create()];
    await expect.poll(() => sandbox.postsOf(other), soon).toHaveLength(1);
    expect(sandbox.postsOf(late)).toHaveLength(0);
    sandbox.clock.advance(5);
    await expect.poll(() => sandbox.postsOf(late), soon).toHaveLength(1);
  });

  it("come newest first", async () => {
    await sandbox.switchOn({ on: "webhook", kind: "webhook-reversed", times: 3 });
    const intent = await sandbox.authorized();
    await sandbox.stripe.paymentIntents.capture(intent.id);
    await expect
      .poll(() => sandbox.postedTypesOf(intent), soon)
      .toEqual([
        "payment_intent.succeeded",
        "payment_intent.amount_capturable_updated",
        "payment_intent.created",
      ]);
  });

  it("come newest first, after a while, when fewer happen than were to be turned round", async () => {
    await sandbox.switchOn({ on: "webhook", kind: "webhook-reversed", times: 9, milliseconds: 2000 });
    const intent = await sandbox.authorized();
    sandbox.clock.advance(2);
    await expect
      .poll(() => sandbox.postedTypesOf(intent), soon)
      .toEqual(["payment_intent.amount_capturable_updated", "payment_intent.created"]);
  });

  it("never come", async () => {
    await sandbox.switchOn({ on: "webhook", kind: "webhook-never" });
    const intent = await sandbox.create();
    await sandbox.stripe.paymentIntents.cancel(intent.id);
    await expect.poll(() => sandbox.postedTypesOf(intent), soon).toEqual(["payment_intent.canceled"]);
  });
});
