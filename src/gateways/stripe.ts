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

/**
 * The states of a payment intent, as published. One that Stripe adds later counts as processing: we wait. To Stripe an
 * intent stays succeeded when its money is given back; to us it is refunded then, if all of it was.
 */
const intentStatuses = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
  "requires_capture",
  "canceled",
  "succeeded",
  "refunded",
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

/** Stripe, as far as we use it. Every method but readNews asks over the network and throws OutsideFailure. */
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
        // The charge tells whether the money was given back.
        return asIntent(await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }));
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

    /**
     * The intent that an event is about, whether it tells of it or of its money. Undefined when the signature does not fit
     * the bytes (or is over five minutes old).
     */
    readNews: (body: Buffer, signature: string): { intentId: string | undefined } | undefined => {
      try {
        const now = clock.now().getTime();
        const secret = settings.webhookSecret;
        const event = stripe.webhooks.constructEvent(body, signature, secret, undefined, undefined, now);
        return { intentId: intentOf(event.data.object) };
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
  status: isRefunded(intent)
    ? "refunded"
    : (intentStatuses.find((known) => known === intent.status) ?? "processing"),
  amount: intent.amount,
  currency: intent.currency,
  clientSecret: intent.client_secret ?? "",
  metadata: intent.metadata,
});

const isRefunded = ({ status, latest_charge: charge }: Stripe.PaymentIntent): boolean =>
  status === "succeeded" && charge !== null && typeof charge === "object" && charge.refunded;

function intentOf(told: Stripe.Event["data"]["object"]): string | undefined {
  if (told.object === "payment_intent") return told.id;
  if (told.object !== "charge") return undefined;
  return typeof told.payment_intent === "string" ? told.payment_intent : told.payment_intent?.id;
}
