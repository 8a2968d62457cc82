import Stripe from "stripe";
import type { Clock } from "../platform/clock.ts";
import { UpstreamError } from "../platform/errors.ts";

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
 * intent stays succeeded whatever becomes of its money; to us it is then refunded when all of it went back, refund-pending
 * while the rest is on its way back, and refund-failed when giving it back did not work.
 */
const intentStatuses = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
  "requires_capture",
  "canceled",
  "succeeded",
  "refund-pending",
  "refunded",
  "refund-failed",
] as const;
type IntentStatus = (typeof intentStatuses)[number];

/** A refund as the provider has it. One that it refused to begin has no id. */
export interface Refund {
  readonly id: string | null;
  readonly status: "pending" | "succeeded" | "failed";
  /** The provider's word for why it failed, such as expired_or_canceled_card. */
  readonly failure: string | null;
}

/** The student's bank asks for the money back. */
export interface Dispute {
  readonly id: string;
  readonly status: "open" | "won" | "lost";
  readonly amount: number;
  /** The provider's word for what the bank says, such as fraudulent. */
  readonly reason: string;
}

/** What became of the money that an intent has collected. */
export interface MoneyBack {
  /** What refunds have given back by now. */
  readonly refunded: number;
  /** The refund that matters most: one that failed where the money is not back, else the newest. */
  readonly refund: Refund | undefined;
  readonly dispute: Dispute | undefined;
}

/** A payment intent as far as the product is concerned; amounts in cents. */
export interface Intent {
  readonly id: string;
  readonly status: IntentStatus;
  readonly amount: number;
  readonly currency: string;
  readonly clientSecret: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly card: { readonly brand: string; readonly last4: string } | undefined;
  /** Told when the intent is retrieved and has collected money. */
  readonly moneyBack: MoneyBack | undefined;
}

/** Stripe, as far as we use it. Every method but verifyWebhook asks over the network and throws UpstreamError. */
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
        // The charge and its refunds tell what became of the money.
        const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge.refunds"] });
        const charge = chargeOf(intent);
        if (intent.status !== "succeeded" || !charge) return asIntent(intent);
        const refunds = charge.refunds?.has_more
          ? await stripe.refunds.list({ payment_intent: id, limit: 100 }).autoPagingToArray({ limit: 1000 })
          : (charge.refunds?.data ?? []);
        const [dispute] = charge.disputed
          ? (await stripe.disputes.list({ payment_intent: id, limit: 1 })).data
          : [];
        return withMoneyBack(asIntent(intent), charge.amount_captured, refunds, dispute);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing") return undefined;
        throw asFailure(error);
      }
    },
    // These need no key of ours: an intent is captured, cancelled or wholly refunded once, by its own state. A key would
    // do harm, since Stripe repeats a saved failure for a day.
    captureIntent: (id: string) => asked(stripe.paymentIntents.capture(id)),
    cancelIntent: (id: string) => asked(stripe.paymentIntents.cancel(id)),
    /**
     * Begins to give back all that is left of what an intent has collected, and tells how that went; undefined when
     * nothing is left. It may fail later still: the intent tells (retrieveIntent).
     */
    refundIntent: async (id: string): Promise<Refund | undefined> => {
      try {
        return asRefund(await stripe.refunds.create({ payment_intent: id }));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error;
        if (error.code === "charge_already_refunded") return undefined;
        const failure = asFailure(error);
        if (failure.isTransient) throw failure;
        return { id: null, status: "failed", failure: error.code ?? null };
      }
    },

    /**
     * The intent that an event is about, whether it tells of it or of its money. Undefined when the signature does not fit
     * the bytes (or is over five minutes old).
     */
    verifyWebhook: (body: Buffer, signature: string): { intentId: string | undefined } | undefined => {
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
function asFailure(error: Stripe.errors.StripeError): UpstreamError;
function asFailure(error: unknown): unknown;
function asFailure(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  // 409: the same key's first request is still being worked on. 429: not now. Neither is an answer to what was asked.
  const isPutOff = error.statusCode === 409 || error.statusCode === 429;
  const isFinal =
    !isPutOff &&
    (error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeCardError);
  return new UpstreamError(
    "stripe",
    { isTransient: !isFinal, hasResponse: error.statusCode !== undefined && !isPutOff },
    error,
  );
}

const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined =>
  charge !== null && typeof charge === "object" ? charge : undefined;

function asIntent(intent: Stripe.PaymentIntent): Intent {
  const card = chargeOf(intent)?.payment_method_details?.card;
  return {
    id: intent.id,
    status: intentStatuses.find((known) => known === intent.status) ?? "processing",
    amount: intent.amount,
    currency: intent.currency,
    clientSecret: intent.client_secret ?? "",
    metadata: intent.metadata,
    card: card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : undefined,
    moneyBack: undefined,
  };
}

const refundStatuses: Record<string, Refund["status"]> = {
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed",
};

const asRefund = ({ id, status, failure_reason: failure }: Stripe.Refund): Refund => ({
  id,
  status: refundStatuses[status ?? ""] ?? "pending",
  failure: failure ?? null,
});

/** The states of a dispute in which nothing is taken from us any more; an inquiry that was closed is won. */
const wonDisputes = new Set<string>(["won", "warning_closed", "prevented"]);

const asDispute = ({ id, status, amount, reason }: Stripe.Dispute): Dispute => ({
  id,
  status: status === "lost" ? "lost" : wonDisputes.has(status) ? "won" : "open",
  amount,
  reason,
});

/** @param refunds newest first */
function withMoneyBack(
  intent: Intent,
  collected: number,
  refunds: readonly Stripe.Refund[],
  disputed: Stripe.Dispute | undefined,
): Intent {
  const sum = (wanted: Refund["status"]): number =>
    refunds.reduce((cents, refund) => cents + (asRefund(refund).status === wanted ? refund.amount : 0), 0);
  const dispute = disputed && asDispute(disputed);
  const all = refunds.map(asRefund);
  const failed = all.find((refund) => refund.status === "failed");
  const refunded = sum("succeeded");
  const isBack = (amount: number): boolean =>
    amount + (dispute?.status === "lost" ? dispute.amount : 0) >= collected;
  const status = isBack(refunded)
    ? "refunded"
    : isBack(refunded + sum("pending"))
      ? "refund-pending"
      : failed
        ? "refund-failed"
        : "succeeded";
  const refund = status === "refund-failed" ? failed : all[0];
  return { ...intent, status, moneyBack: { refunded, refund, dispute } };
}

/** What events tell of: an intent, its charge, a refund or a dispute of it. */
function intentOf(told: Stripe.Event["data"]["object"]): string | undefined {
  if (told.object === "payment_intent") return told.id;
  if (told.object !== "charge" && told.object !== "refund" && told.object !== "dispute") return undefined;
  return typeof told.payment_intent === "string" ? told.payment_intent : told.payment_intent?.id;
}
