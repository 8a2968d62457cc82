import { fastify } from "fastify";
import { Stripe } from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { createStillClock } from "./clock.ts";
import { openTestDatabase } from "./database.ts";
import type { OpenDatabase } from "../../src/platform/database.ts";
import type { Log } from "../../src/platform/log.ts";
import { deriveKeysFrom } from "../../src/platform/secrets.ts";
import { createStripeSandbox } from "../../sandbox/stripe/sandbox.ts";
import * as tables from "../../sandbox/stripe/tables.ts";

const silent = () => {};
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };

async function openListener() {
  const posts: { body: string; signature: string }[] = [];
  const app = fastify();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, parsed) =>
    parsed(null, body),
  );
  const listener = { posts, answer: 200, url: "", close: () => app.close() };
  app.post("/webhook", async (request, reply) => {
    const body = typeof request.body === "string" ? request.body : "";
    posts.push({ body, signature: String(request.headers["stripe-signature"]) });
    return reply.code(listener.answer).send({});
  });
  listener.url = `${await app.listen({ host: "127.0.0.1", port: 0 })}/webhook`;
  return listener;
}

/** Starts the sandbox on a free port with a database, a fixed clock and a webhook listener, once per file. */
export function useSandbox() {
  const clock = createStillClock();
  let database: OpenDatabase;
  let listener: Awaited<ReturnType<typeof openListener>>;
  let running: Awaited<ReturnType<typeof run>>;

  async function run() {
    const { db } = database;
    const deriveKey = deriveKeysFrom("a secret of this installation");
    const sandbox = await createStripeSandbox({ db, clock, log, deriveKey, webhookUrl: listener.url });
    const app = fastify({ forceCloseConnections: true });
    await sandbox.mount(app);
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    sandbox.start?.();
    const { hostname: host, port } = new URL(origin);
    const connect = (maxNetworkRetries: number) =>
      new Stripe(sandbox.keys.secretKey, {
        host,
        port,
        protocol: "http",
        telemetry: false,
        maxNetworkRetries,
      });
    return {
      ...sandbox,
      origin,
      stripe: connect(0),
      /** Retries like the product's gateway. */
      persistentStripe: connect(2),
      close: async () => {
        await sandbox.close();
        await app.close();
      },
    };
  }

  beforeAll(async () => {
    database = await openTestDatabase(log);
    listener = await openListener();
    running = await run();
  });
  afterAll(async () => {
    await running?.close();
    await listener?.close();
    await database?.close();
  });
  beforeEach(async () => {
    clock.reset();
    listener.answer = 200;
    await database.db.delete(tables.faults);
  });
  // Pending deliveries must not reach the next test.
  afterEach(async () => {
    await database.db.delete(tables.deliveries);
  });

  const create = (more: Partial<Stripe.PaymentIntentCreateParams> = {}, idempotencyKey?: string) =>
    running.stripe.paymentIntents.create(
      {
        amount: 4900,
        currency: "usd",
        capture_method: "manual",
        allowed_payment_method_types: ["card"],
        metadata: { classId: "c1" },
        ...more,
      },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );
  const confirm = (intent: Stripe.PaymentIntent, number: string, more: object = {}) =>
    running.stripe.paymentIntents.confirm(intent.id, withCard(number, more));
  const authorized = async () => confirm(await create(), "4242424242424242");
  const collected = async () => running.stripe.paymentIntents.capture((await authorized()).id);

  /** Oldest first. */
  const eventsOf = async (intent: { id: string }) => {
    const all = await running.stripe.events.list({ limit: 100 });
    return all.data.filter(({ data }) => JSON.stringify(data.object).includes(intent.id)).toReversed();
  };
  const typesOf = async (intent: { id: string }) => (await eventsOf(intent)).map(({ type }) => type);

  const readPost = (body: string, signature: string) =>
    running.stripe.webhooks.constructEvent(
      body,
      signature,
      running.keys.webhookSecret,
      300,
      undefined,
      clock.now().getTime(),
    );
  const postsOf = (intent: { id: string }) => listener.posts.filter(({ body }) => body.includes(intent.id));
  const postedTypesOf = (intent: { id: string }) =>
    postsOf(intent).map(({ body, signature }) => readPost(body, signature).type);

  /** Test controls. */
  const control = (path: string, method: string, body?: object) =>
    fetch(`${running.origin}/sandbox/stripe${path}`, {
      method,
      headers: {
        authorization: `Bearer ${running.keys.secretKey}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  const fromBrowser = async (method: "GET" | "POST", path: string, params: Record<string, string>) => {
    const form = new URLSearchParams({ key: running.keys.publishableKey, ...params });
    const address = `${running.origin}${path}`;
    const asked =
      method === "GET"
        ? fetch(`${address}?${form.toString()}`)
        : fetch(address, { method: "POST", body: form });
    const response = await asked;
    const body: unknown = await response.json();
    return { status: response.status, headers: response.headers, body };
  };

  return {
    clock,
    control,
    create,
    confirm,
    authorized,
    collected,
    eventsOf,
    typesOf,
    readPost,
    postsOf,
    postedTypesOf,
    fromBrowser,
    answerBank: (intent: Stripe.PaymentIntent, decision: string) =>
      fromBrowser("POST", "/sandbox/stripe/challenge", {
        client_secret: intent.client_secret ?? "",
        decision,
      }),
    deliveries: () => database.db.select().from(tables.deliveries).orderBy(tables.deliveries.id),
    switchOn: async (...faults: object[]) => {
      const response = await control("/faults", "POST", { faults });
      expect(response.status).toBe(200);
    },
    run,
    restart: async () => {
      await running.close();
      running = await run();
    },
    get db() {
      return database.db;
    },
    get listener() {
      return listener;
    },
    get running() {
      return running;
    },
    get stripe() {
      return running.stripe;
    },
  };
}

/** Stripe's types omit the raw card fields that only Stripe's own pages may send. */
export function withCard(number: string, more: object = {}): Stripe.PaymentIntentConfirmParams {
  const card = { number, exp_month: 12, exp_year: 2034, cvc: "123", ...more };
  const data = { type: "card" as const, card };
  return { payment_method_data: data };
}

export const cardFields = (number: string) => ({
  "payment_method_data[type]": "card",
  "payment_method_data[card][number]": number,
  "payment_method_data[card][exp_month]": "12",
  "payment_method_data[card][exp_year]": "34",
  "payment_method_data[card][cvc]": "123",
  "payment_method_data[billing_details][address][country]": "US",
});

/** Milliseconds. */
export const soon = { interval: 20 };

export async function failure(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`expected an error of Stripe's, not ${String(error)}`);
}
