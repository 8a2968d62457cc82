import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type FastifyInstance, fastify } from "fastify";
import type { Clock } from "../../src/platform/clock.ts";
import type { Database, Transaction } from "../../src/platform/database.ts";
import { type Job, startJob } from "../../src/platform/jobs.ts";
import type { Log } from "../../src/platform/log.ts";
import type { DeriveKey } from "../../src/platform/secrets.ts";
import { root } from "../../src/platform/root.ts";
import type { Sandbox } from "../sandbox.ts";
import { serveFile } from "../pages/serve-file.ts";
import { answerUnknownAddresses, browserEndpoints, serveEndpoints, stripeEndpoints } from "./api.ts";
import { deliverDueWebhooks, forgetOldEvents } from "./deliver-webhooks.ts";
import { expireAuthorizations } from "./authorizations.ts";
import { forgetOldKeys } from "./idempotency.ts";
import { type StripeKeys, deriveStripeKeys } from "./keys.ts";
import { serveOverview } from "./overview-page.ts";
import { decideDueRefunds } from "./refunds.ts";
import { serveTestControls } from "./test-controls.ts";
import { newClientSecret, newStripeId } from "./stripe-ids.ts";
import { paymentIntents } from "./tables.ts";

export interface StripeSandbox extends Sandbox {
  readonly keys: StripeKeys;
  /** For servers. */
  readonly apiUrl: string;
  readonly scriptUrl: string;
  readonly addCollected: typeof addCollected;
  close(): Promise<void>;
}

const home = "/sandbox/stripe";

const deliverySeconds = 1;
const tidySeconds = 60;

/**
 * A local Stripe with its own schema, Stripe's test cards and signed webhook events. No account, network or money.
 * README.md lists the features and the differences. Its API listens at once, apart from the site: a process that stops
 * still finishes the payments it began.
 */
export async function createStripeSandbox(options: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly deriveKey: DeriveKey;
  readonly webhookUrl: string;
}): Promise<StripeSandbox> {
  const { db, clock, log, deriveKey, webhookUrl } = options;
  const closing = new AbortController();
  let delivery: Job | undefined;
  let tidying: Job | undefined;
  let isDue = false;

  const dependencies: Dependencies = {
    db,
    clock,
    log,
    keys: deriveStripeKeys(deriveKey),
    fingerprintKey: deriveKey("stripe sandbox fingerprints"),
    deliverSoon: () => {
      if (isDue || !delivery || closing.signal.aborted) return;
      isDue = true;
      void delivery.runNow();
    },
  };
  const deliver = async (): Promise<void> => {
    isDue = false;
    if (!closing.signal.aborted) await deliverDueWebhooks(dependencies, webhookUrl, closing.signal);
  };
  const tidy = async (): Promise<void> => {
    if ((await expireAuthorizations(db, clock)) > 0) dependencies.deliverSoon();
    if ((await decideDueRefunds(db, clock.now())) > 0) dependencies.deliverSoon();
    await forgetOldKeys(db, clock.now());
    await forgetOldEvents(dependencies);
  };

  const api = fastify({ forceCloseConnections: true });
  await mountApi(api, dependencies);
  const apiUrl = await api.listen({ host: "127.0.0.1", port: 0 });

  return {
    keys: dependencies.keys,
    apiUrl,
    scriptUrl: `${home}/stripe.js`,
    addCollected,
    mount: async (app) => mount(app, dependencies),
    start: () => {
      delivery = startJob("payment sandbox: webhooks", deliverySeconds, deliver, log);
      tidying = startJob("payment sandbox: tidying", tidySeconds, tidy, log);
    },
    close: async () => {
      closing.abort();
      await delivery?.stop();
      await tidying?.stop();
      await api.close();
    },
  };
}

// URLs contain client secrets, so requests are not logged.
const quietly = { logLevel: "warn" as const };

async function mountApi(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  await app.register(
    async (scope) => {
      answerUnknownAddresses(scope);
      serveEndpoints(scope, dependencies, stripeEndpoints);
    },
    { ...quietly, prefix: "/v1" },
  );
}

async function mount(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  await mountApi(app, dependencies);
  await app.register(
    async (scope) => {
      await scope.register(async (calls) => serveEndpoints(calls, dependencies, browserEndpoints));
      await scope.register(async (controls) => serveTestControls(controls, dependencies));
      await scope.register(async (files) => serveBrowserFiles(files));
      await scope.register(async (page) => serveOverview(page, dependencies));
    },
    { ...quietly, prefix: home },
  );
}

export interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: StripeKeys;
  /** Parameters may contain a card number, so the hash is keyed. */
  readonly fingerprintKey: Buffer;
  readonly deliverSoon: () => void;
}

/** `amount` is in cents. */
export interface Collected {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly at: Date;
}

/** Adds payments from before the sandbox started, so they can be refunded. */
export async function addCollected(tx: Transaction, collected: readonly Collected[]): Promise<void> {
  await tx.insert(paymentIntents).values(
    collected.map(({ id, amount, currency, metadata, at }) => ({
      id,
      clientSecret: newClientSecret(id),
      amount,
      amountReceived: amount,
      currency,
      status: "succeeded" as const,
      captureMethod: "manual" as const,
      metadata,
      isCardsOnly: true,
      chargeId: newStripeId("ch"),
      createdAt: at,
    })),
  );
}

/** Forbids inline code and other origins. Only our own pages may frame these documents. */
const documentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** The files of the folder `browser`, documents without their extension. */
export function serveBrowserFiles(scope: FastifyInstance): void {
  scope.addHook("onRequest", async (_request, reply) => {
    reply.headers({ "content-security-policy": documentPolicy, "referrer-policy": "no-referrer" });
  });
  const folder = join(root, "sandbox", "stripe", "browser");
  for (const name of readdirSync(folder)) {
    serveFile(scope, `/${name.replace(/\.html$/, "")}`, join(folder, name));
  }
}
