import { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { inSeconds } from "./objects.ts";
import { failure, useSandbox } from "../../test/support/stripe-sandbox.ts";

const sandbox = useSandbox();
const day = 86_400;

describe("payment intents", () => {
  it("are listed newest first, by when they were created, over pages", async () => {
    await sandbox.create();
    sandbox.clock.advance(60);
    const since = inSeconds(sandbox.clock.now());
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) made.unshift((await sandbox.create()).id);
    const { paymentIntents } = sandbox.stripe;
    const first = await paymentIntents.list({ created: { gte: since }, limit: 2 });
    expect(first).toMatchObject({ object: "list", has_more: true, url: "/v1/payment_intents" });
    const all = await paymentIntents
      .list({ created: { gte: since }, limit: 2 })
      .autoPagingToArray({ limit: 10 });
    expect(all.map(({ id }) => id)).toEqual(made);
    expect((await paymentIntents.list({ created: { gt: since } })).data).toEqual([]);
    expect(await failure(paymentIntents.list({ starting_after: "pi_none" }))).toMatchObject({
      statusCode: 404,
    });
  });

  it("are created, retrieved, confirmed and captured", async () => {
    const created = await sandbox.create();
    expect(created).toMatchObject({
      object: "payment_intent",
      amount: 4900,
      amount_capturable: 0,
      capture_method: "manual",
      created: inSeconds(sandbox.clock.now()),
      currency: "usd",
      livemode: false,
      metadata: { classId: "c1" },
      next_action: null,
      allowed_payment_method_types: ["card"],
      status: "requires_payment_method",
    });
    expect(created.id).toMatch(/^pi_\w{24}$/);
    expect(created.client_secret).toMatch(new RegExp(`^${created.id}_secret_\\w{25}$`));
    expect(created.lastResponse.requestId).toMatch(/^req_\w{24}$/);

    const held = await sandbox.confirm(created, "4242424242424242");
    expect(held).toMatchObject({ status: "requires_capture", amount_capturable: 4900, amount_received: 0 });
    expect(held.payment_method).toMatch(/^pm_/);
    expect(held.latest_charge).toMatch(/^ch_/);

    const captured = await sandbox.stripe.paymentIntents.capture(created.id);
    expect(captured).toMatchObject({ status: "succeeded", amount_capturable: 0, amount_received: 4900 });
    expect(await sandbox.stripe.paymentIntents.retrieve(created.id)).toEqual(captured);
    expect(await sandbox.typesOf(created)).toEqual([
      "payment_intent.created",
      "payment_intent.amount_capturable_updated",
      "payment_intent.succeeded",
    ]);
  });

  it("are canceled before the money is collected, and not after", async () => {
    const held = await sandbox.authorized();
    const canceled = await sandbox.stripe.paymentIntents.cancel(held.id);
    expect(canceled).toMatchObject({
      status: "canceled",
      cancellation_reason: null,
      canceled_at: inSeconds(sandbox.clock.now()),
      amount_capturable: 0,
    });
    expect(await failure(sandbox.stripe.paymentIntents.cancel(held.id))).toMatchObject({
      statusCode: 400,
      code: "payment_intent_unexpected_state",
      rawType: "invalid_request_error",
      payment_intent: { id: held.id, status: "canceled" },
    });
    expect((await sandbox.eventsOf(held)).at(-1)?.type).toBe("payment_intent.canceled");
  });

  it.each([
    ["capture", "requires_payment_method", () => sandbox.create()],
    [
      "capture",
      "succeeded",
      async () => sandbox.stripe.paymentIntents.capture((await sandbox.authorized()).id),
    ],
    ["confirm", "requires_capture", () => sandbox.authorized()],
    ["confirm", "canceled", async () => sandbox.stripe.paymentIntents.cancel((await sandbox.create()).id)],
    [
      "cancel",
      "succeeded",
      async () => sandbox.stripe.paymentIntents.capture((await sandbox.authorized()).id),
    ],
  ] as const)("refuse to %s when %s", async (move, state, prepare) => {
    const intent = await prepare();
    const moved = {
      capture: () => sandbox.stripe.paymentIntents.capture(intent.id),
      confirm: () => sandbox.confirm(intent, "4242424242424242"),
      cancel: () => sandbox.stripe.paymentIntents.cancel(intent.id),
    };
    expect(await failure(moved[move]())).toMatchObject({
      code: "payment_intent_unexpected_state",
      doc_url: "https://docs.stripe.com/error-codes/payment-intent-unexpected-state",
      payment_intent: { status: state },
    });
  });

  it("lose the money that nobody collects within seven days", async () => {
    const held = await sandbox.authorized();
    sandbox.clock.advance(7 * day - 1);
    expect((await sandbox.stripe.paymentIntents.retrieve(held.id)).status).toBe("requires_capture");
    sandbox.clock.advance(1);
    expect(await failure(sandbox.stripe.paymentIntents.capture(held.id))).toMatchObject({
      code: "payment_intent_unexpected_state",
      payment_intent: { status: "canceled", cancellation_reason: "automatic" },
    });
    const [last] = (await sandbox.eventsOf(held)).slice(-1);
    expect(last).toMatchObject({ type: "payment_intent.canceled", request: { id: null } });
  });

  it.each<[Partial<Stripe.PaymentIntentCreateParams>, string | undefined, string]>([
    [{ amount: 49 }, "amount_too_small", "amount"],
    [{ amount: 100_000_000 }, "amount_too_large", "amount"],
    [{ amount: 49.5 }, "parameter_invalid_integer", "amount"],
    [{ currency: "eur" }, undefined, "currency"],
    [{ capture_method: "automatic" }, undefined, "capture_method"],
    [{ currency: "" }, "parameter_missing", "currency"],
    [
      { allowed_payment_method_types: ["ideal"] },
      "payment_intent_invalid_parameter",
      "allowed_payment_method_types",
    ],
    [{ setup_future_usage: "off_session" }, "parameter_unknown", "setup_future_usage"],
    [{ metadata: { long: "x".repeat(501) } }, undefined, "metadata[long]"],
  ])("refuse %j", async (wrong, code, param) => {
    const error = await failure(sandbox.create(wrong));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode: 400, code, param });
  });
});

const count = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === "fulfilled").length;
const many = <Value>(call: () => Promise<Value>) => Promise.allSettled(Array.from({ length: 6 }, call));

describe("a race", () => {
  it("lets one of many confirmations, captures and refunds through", async () => {
    const intent = await sandbox.create();
    expect(count(await many(() => sandbox.confirm(intent, "4242424242424242")))).toBe(1);
    expect(count(await many(() => sandbox.stripe.paymentIntents.capture(intent.id)))).toBe(1);
    expect(count(await many(() => sandbox.stripe.refunds.create({ payment_intent: intent.id })))).toBe(1);
  });
});

describe("errors", () => {
  it("say that nothing is there, in Stripe's words", async () => {
    expect(await failure(sandbox.stripe.paymentIntents.retrieve("pi_missing"))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      message: "No such payment_intent: 'pi_missing'",
      param: "intent",
      requestId: expect.stringMatching(/^req_/),
    });
    expect(await failure(sandbox.stripe.customers.list())).toMatchObject({
      statusCode: 404,
      message: expect.stringContaining("Unrecognized request URL (GET: /v1/customers)"),
    });
  });

  it("refuse a wrong key, and none", async () => {
    const { hostname: host, port } = new URL(sandbox.running.origin);
    const stranger = new Stripe("sk_test_guess", { host, port, protocol: "http", maxNetworkRetries: 0 });
    const error = await failure(stranger.events.list());
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(error.message).toBe("Invalid API Key provided: sk_test_********");
    const anonymous = await fetch(`${sandbox.running.origin}/v1/events`);
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers.get("request-id")).toMatch(/^req_/);
    expect(anonymous.headers.get("stripe-version")).toBe(Stripe.API_VERSION);
  });

  it("refuse bodies that are no form, and names that would harm", async () => {
    const headers = { authorization: `Bearer ${sandbox.running.keys.secretKey}` };
    const json = await fetch(`${sandbox.running.origin}/v1/payment_intents`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: "{}",
    });
    expect(json.status).toBe(415);
    const odd = await fetch(`${sandbox.running.origin}/v1/payment_intents`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ amount: "500", currency: "usd", "metadata[__proto__][x]": "1" }),
    });
    expect(odd.status).toBe(400);
    const created = await fetch(`${sandbox.running.origin}/v1/payment_intents`, {
      method: "POST",
      headers,
      body: new URLSearchParams({
        amount: "500",
        currency: "usd",
        capture_method: "manual",
        "metadata[a]": "ü & ü",
        "allowed_payment_method_types[]": "card",
      }),
    });
    expect(await created.json()).toMatchObject({ metadata: { a: "ü & ü" } });
  });
});
