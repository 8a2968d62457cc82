import type { FastifyInstance } from "fastify";
import type { Clock } from "../../src/platform/clock.ts";
import type { Database } from "../../src/platform/database.ts";
import { type Job, startJob } from "../../src/platform/jobs.ts";
import type { Log } from "../../src/platform/log.ts";
import type { DeriveKey } from "../../src/platform/secrets.ts";
import type { Sandbox } from "../sandbox.ts";
import { addCollected } from "./add-collected.ts";
import { answerUnknownAddresses, browserEndpoints, serveEndpoints, stripeEndpoints } from "./api.ts";
import { serveBrowserFiles } from "./browser-files.ts";
import { deliverDueWebhooks, forgetOldEvents } from "./deliver-webhooks.ts";
import { expireAuthorizations } from "./expire-authorizations.ts";
import { forgetOldKeys } from "./idempotency.ts";
import { deriveStripeKeys, type StripeKeys } from "./keys.ts";
import { serveOverview } from "./overview-page.ts";
import type { Dependencies } from "./dependencies.ts";
import { decideDueRefunds } from "./refunds.ts";
import { serveTestControls } from "./test-controls.ts";

export interface StripeSandbox extends Sandbox {
  readonly keys: StripeKeys;
  /** The address of the script that takes Stripe.js's place in a page. */
  readonly scriptUrl: string;
  readonly addCollected: typeof addCollected;
  close(): Promise<void>;
}

/** Everything here that is not Stripe's own: the script, the card form, the bank's window, the page, the controls. */
const home = "/sandbox/stripe";

const deliverySeconds = 1;
const tidySeconds = 60;

/**
 * A local Stripe: it speaks Stripe's API and Stripe.js, keeps its books in a schema of its own, knows Stripe's test cards
 * and posts signed events, so that the product pays, refunds and reconciles without an account and without a network.
 * No money moves. README.md says what it knows and where it differs.
 * @param options.webhookUrl where events are posted
 */
export function createStripeSandbox(options: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly deriveKey: DeriveKey;
  readonly webhookUrl: string;
}): StripeSandbox {
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

  return {
    keys: dependencies.keys,
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
    },
  };
}

async function mount(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  // Addresses of calls hold client secrets, so that requests are not logged one by one.
  const quietly = { logLevel: "warn" as const };
  await app.register(
    async (scope) => {
      answerUnknownAddresses(scope);
      serveEndpoints(scope, dependencies, stripeEndpoints);
    },
    { ...quietly, prefix: "/v1" },
  );
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
