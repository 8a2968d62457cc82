import Stripe from "stripe";
import type { Clock } from "../platform/clock.ts";
import { UpstreamError } from "../platform/errors.ts";

export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  readonly apiUrl?: string | undefined;
  readonly scriptUrl?: string | undefined;
}

/** Stripe keeps a refunded intent succeeded; the refund statuses are ours. An unknown status counts as processing. */
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

export interface Refund {
  readonly id: string | null;
  /** Cents; 0 if Stripe refused to begin it. */
  readonly amount: number;
  readonly status: "pending" | "succeeded" | "failed";
  readonly failure: string | null;
}

interface Dispute {
  readonly id: string;
  readonly status: "open" | "won" | "lost";
  readonly amount: number;
  readonly reason: string;
}

interface MoneyBack {
  readonly refunded: number;
  readonly refund: Refund | undefined;
  readonly dispute: Dispute | undefined;
}

/** Amounts in cents. */
export interface Intent {
  readonly id: string;
  readonly status: IntentStatus;
  readonly amount: number;
  readonly currency: string;
  readonly clientSecret: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly card: { readonly brand: string; readonly last4: string } | undefined;
  readonly moneyBack: MoneyBack | undefined;
  readonly createdAt: Date;
}

/** Every method except verifyWebhook throws UpstreamError. */
export function createStripeGateway(settings: StripeSettings, clock: Clock) {
  const api = settings.apiUrl ? new URL(settings.apiUrl) : undefined;
  const stripe = new Stripe(settings.secretKey, {
    // The SDK retries with the same idempotency key, so a lost connection cannot charge twice.
    maxNetworkRetries: 2,
    timeout: 15_000,
    telemetry: false,
    ...(api && {
      host: api.hostname,
      port: api.port,
      protocol: api.protocol === "https:" ? ("https" as const) : ("http" as const),
    }),
  });
  const call = async (request: Promise<Stripe.PaymentIntent>): Promise<Intent> => {
    try {
      return asIntent(await request);
    } catch (error) {
      throw toUpstreamError(error);
    }
  };

  return {
    publishableKey: settings.publishableKey,
    scriptUrl: settings.scriptUrl,

    createIntent: (amount: number, currency: string, metadata: Record<string, string>, key: string) =>
      call(
        stripe.paymentIntents.create(
          { amount, currency, metadata, capture_method: "manual", allowed_payment_method_types: ["card"] },
          { idempotencyKey: key },
        ),
      ),
    retrieveIntent: async (id: string): Promise<Intent | undefined> => {
      try {
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
        throw toUpstreamError(error);
      }
    },
    /** Pages of at most a hundred, newest first, without card and refund, which only retrieveIntent reads. */
    listIntents: async function* (since: Date): AsyncGenerator<readonly Intent[]> {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      let after: string | undefined;
      do {
        let page: Stripe.ApiList<Stripe.PaymentIntent>;
        try {
          page = await stripe.paymentIntents.list({
            created,
            limit: 100,
            ...(after && { starting_after: after }),
          });
        } catch (error) {
          throw toUpstreamError(error);
        }
        yield page.data.map(asIntent);
        after = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (after);
    },
    // No idempotency key: the intent's state prevents repeats, and Stripe replays a stored failure for a day.
    captureIntent: (id: string) => call(stripe.paymentIntents.capture(id)),
    cancelIntent: (id: string) => call(stripe.paymentIntents.cancel(id)),
    /** Undefined if nothing is left to refund. A refund may still fail later; retrieveIntent reports that. */
    refundIntent: async (id: string): Promise<Refund | undefined> => {
      try {
        return asRefund(await stripe.refunds.create({ payment_intent: id }));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error;
        if (error.code === "charge_already_refunded") return undefined;
        const failure = toUpstreamError(error);
        if (failure.isTransient) throw failure;
        return { id: null, amount: 0, status: "failed", failure: error.code ?? null };
      }
    },

    /** Undefined if the signature is invalid or older than five minutes. */
    verifyWebhook: (body: Buffer, signature: string): { intentId: string | undefined } | undefined => {
      try {
        const now = clock.now().getTime();
        const secret = settings.webhookSecret;
        const event = stripe.webhooks.constructEvent(body, signature, secret, undefined, undefined, now);
        return { intentId: intentIdOf(event.data.object) };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
        throw error;
      }
    },
  };
}

function toUpstreamError(error: Stripe.errors.StripeError): UpstreamError;
function toUpstreamError(error: unknown): unknown;
function toUpstreamError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  // 409: the first request with this key is still running. 429: rate limited. Neither is final.
  const isRetryable = error.statusCode === 409 || error.statusCode === 429;
  const isFinal =
    !isRetryable &&
    (error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeCardError);
  return new UpstreamError(
    "stripe",
    { isTransient: !isFinal, hasResponse: error.statusCode !== undefined && !isRetryable },
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
    createdAt: new Date(intent.created * 1000),
  };
}

const refundStatuses: Record<string, Refund["status"]> = {
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed",
};

const asRefund = ({ id, amount, status, failure_reason: failure }: Stripe.Refund): Refund => ({
  id,
  amount,
  status: refundStatuses[status ?? ""] ?? "pending",
  failure: failure ?? null,
});

/** A closed inquiry counts as won. */
const wonDisputes = new Set<string>(["won", "warning_closed", "prevented"]);

const asDispute = ({ id, status, amount, reason }: Stripe.Dispute): Dispute => ({
  id,
  status: status === "lost" ? "lost" : wonDisputes.has(status) ? "won" : "open",
  amount,
  reason,
});

function withMoneyBack(
  intent: Intent,
  collected: number,
  refunds: readonly Stripe.Refund[],
  stripeDispute: Stripe.Dispute | undefined,
): Intent {
  const allRefunds = refunds.map(asRefund);
  const sum = (wanted: Refund["status"]): number =>
    allRefunds.reduce((cents, { status, amount }) => cents + (status === wanted ? amount : 0), 0);
  const dispute = stripeDispute && asDispute(stripeDispute);
  const failed = allRefunds.find((refund) => refund.status === "failed");
  const refunded = sum("succeeded");
  const coversCharge = (amount: number): boolean =>
    amount + (dispute?.status === "lost" ? dispute.amount : 0) >= collected;
  const status = coversCharge(refunded)
    ? "refunded"
    : coversCharge(refunded + sum("pending"))
      ? "refund-pending"
      : failed
        ? "refund-failed"
        : "succeeded";
  const refund = status === "refund-failed" ? failed : allRefunds[0];
  return { ...intent, status, moneyBack: { refunded, refund, dispute } };
}

function intentIdOf(object: Stripe.Event["data"]["object"]): string | undefined {
  if (object.object === "payment_intent") return object.id;
  if (object.object !== "charge" && object.object !== "refund" && object.object !== "dispute")
    return undefined;
  return typeof object.payment_intent === "string" ? object.payment_intent : object.payment_intent?.id;
}
