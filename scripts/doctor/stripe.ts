import Stripe from "stripe";
import type { Settings } from "../../src/settings/settings.ts";
import { type Finding, codeOf, judgeClock, timeoutMilliseconds } from "./finding.ts";

const about = "payments";

/** Events that make the site read a payment from Stripe; docs/operations.md lists them. */
const neededEvents = [
  "payment_intent.amount_capturable_updated",
  "payment_intent.succeeded",
  "payment_intent.canceled",
  "charge.refunded",
  "charge.refund.updated",
  "charge.dispute.created",
  "charge.dispute.closed",
  "refund.created",
  "refund.updated",
  "refund.failed",
];

/** @param apiUrl of a sandbox, for tests */
export async function checkStripe(
  { stripe: keys, origin }: Pick<Settings, "stripe" | "origin">,
  apiUrl?: string,
): Promise<Finding[]> {
  if (!keys) return [{ about, state: "fine", says: "the sandbox; no money moves" }];
  const address = apiUrl === undefined ? undefined : new URL(apiUrl);
  const stripe = new Stripe(keys.secretKey, {
    timeout: timeoutMilliseconds,
    maxNetworkRetries: 0,
    ...(address && {
      host: address.hostname,
      port: Number(address.port),
      protocol: address.protocol === "http:" ? "http" : "https",
    }),
  });
  try {
    const began = Date.now();
    const balance = await stripe.balance.retrieve();
    const date = Date.parse(balance.lastResponse.headers["date"] ?? "");
    const mode = balance.livemode ? "live" : "test";
    return [
      { about, state: "fine", says: `Stripe accepts the key (${mode} mode)` },
      // The header is in whole seconds.
      ...(Number.isNaN(date) ? [] : [judgeClock("Stripe's", (began + Date.now()) / 2 - (date + 500))]),
      await checkWebhook(stripe, `${origin}/api/stripe/webhook`),
    ];
  } catch (error) {
    const type = error instanceof Stripe.errors.StripeError ? error.type : codeOf(error);
    const todo =
      type === "StripeAuthenticationError"
        ? "Copy STRIPE_SECRET_KEY from Stripe's dashboard again."
        : "Check whether this machine can reach api.stripe.com, and status.stripe.com.";
    return [{ about, state: "wrong", says: `Stripe refused or did not answer (${type})`, todo }];
  }
}

async function checkWebhook(stripe: Stripe, url: string): Promise<Finding> {
  const what = "webhook";
  const events = neededEvents.join(", ");
  try {
    const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
    const ours = endpoints.filter((endpoint) => endpoint.url === url);
    if (ours.length === 0)
      return {
        about: what,
        state: "wrong",
        says: `Stripe has no webhook for ${url}`,
        todo: `Add it in Stripe's dashboard, with ${events}. Payments settle without it, but refunds made there are noticed only within a day.`,
      };
    const live = ours.find(({ status }) => status === "enabled");
    if (!live)
      return {
        about: what,
        state: "wrong",
        says: `${url} is disabled`,
        todo: "Enable it in Stripe's dashboard.",
      };
    const sent = new Set(live.enabled_events);
    const missing = sent.has("*") ? [] : neededEvents.filter((event) => !sent.has(event));
    return missing.length === 0
      ? { about: what, state: "fine", says: `${url} gets all required events` }
      : {
          about: what,
          state: "wrong",
          says: `${url} doesn't get ${missing.join(", ")}`,
          todo: "Add them in Stripe's dashboard.",
        };
  } catch (error) {
    const type = error instanceof Stripe.errors.StripeError ? error.type : codeOf(error);
    const todo = `A restricted key needs "Webhook Endpoints: read" for this. Or check in the dashboard that ${url} gets ${events}.`;
    return { about: what, state: "look", says: `can't be read (${type})`, todo };
  }
}
