import Stripe from "stripe";
import type { Clock } from "../platform/clock.ts";
import { OutsideFailure } from "../platform/errors.ts";

/** Where the payment provider is and who we are there. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Another server than Stripe's own that speaks its API, such as the local sandbox. */
  readonly apiUrl?: string | undefined;
  /** The script of such a server that takes Stripe.js's place in the page. */
  readonly scriptUrl?: string | undefined;
}

/** The states of a payment intent, as published. One that Stripe adds later counts as processing: we wait. */
const intentStatuses = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
  "requires_capture",
  "canceled",
  "succeeded",
] as const;
type IntentStatus = (typeof intentStatuses)[number];

/** A payment intent as far as the product is concerned; amounts in cents. */
export interface Intent {
  readonly id: string;
  readonly status: IntentStatus;
  readonly amount: number;
  readonly currency: string;
  readonly clientSecret: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Stripe, as far as we use it. Every method but readEvent asks over the network and throws OutsideFailure. */
export function createStripeGateway(settings: StripeSettings, clock: Clock) {
  const address = settings.apiUrl ? new URL(settings.apiUrl) : undefined;
  const stripe = new Stripe(settings.secretKey, {
    // Retried with the same idempotency key, so that a cut connection cannot charge twice.
    maxNetworkRetries: 2,
    timeout: 15_000,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === "https:" ? ("https" as const) : ("http" as const),
    }),
  });
  const asked = async (question: Promise<Stripe.PaymentIntent>): Promise<Intent> => {
    try {
      return asIntent(await question);
    } catch (error) {
      throw asFailure(error);
    }
  };

  return {
    publishableKey: settings.publishableKey,
    scriptUrl: settings.scriptUrl,

    /** An intent to be confirmed with a card in the browser and captured by us. @param key makes repeating it harmless */
    createIntent: (amount: number, currency: string, metadata: Record<string, string>, key: string) =>
      asked(
        stripe.paymentIntents.create(
          { amount, currency, metadata, capture_method: "manual", allowed_payment_method_types: ["card"] },
          { idempotencyKey: key },
        ),
      ),
    /** The intent as it is at this moment, or undefined when the provider knows none of that id. */
    retrieveIntent: async (id: string): Promise<Intent | undefined> => {
      try {
        return asIntent(await stripe.paymentIntents.retrieve(id));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing") return undefined;
        throw asFailure(error);
      }
    },
    // These need no key of ours: an intent is captured, cancelled or wholly refunded once, by its own state. A key would
    // do harm, since Stripe repeats a saved failure for a day.
    captureIntent: (id: string) => asked(stripe.paymentIntents.capture(id)),
    cancelIntent: (id: string) => asked(stripe.paymentIntents.cancel(id)),
    /** Gives back all that an intent has collected. */
    refundIntent: async (id: string): Promise<void> => {
      try {
        await stripe.refunds.create({ payment_intent: id });
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError && error.code === "charge_already_refunded") return;
        throw asFailure(error);
      }
    },

    /** The event that Stripe signed, or undefined when the signature does not fit the bytes (or is over five minutes old). */
    readEvent: (body: Buffer, signature: string): Stripe.Event | undefined => {
      try {
        const now = clock.now().getTime();
        return stripe.webhooks.constructEvent(
          body,
          signature,
          settings.webhookSecret,
          undefined,
          undefined,
          now,
        );
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
        throw error;
      }
    },
  };
}

/** What Stripe refuses for good (a wrong request, a declined card) will not pass; all else may. */
function asFailure(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const isFinal =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError;
  return new OutsideFailure(
    "stripe",
    { isPassing: !isFinal, isAnswered: error.statusCode !== undefined },
    error,
  );
}

const asIntent = (intent: Stripe.PaymentIntent): Intent => ({
  id: intent.id,
  status: intentStatuses.find((known) => known === intent.status) ?? "processing",
  amount: intent.amount,
  currency: intent.currency,
  clientSecret: intent.client_secret ?? "",
  metadata: intent.metadata,
});
