import type Stripe from "stripe";
import type { Caller } from "./call.ts";
import type { deliveries, disputes, events, KeptCard, paymentIntents, refunds } from "./tables.ts";

/** Must match the version of the `stripe` package's types. */
export const apiVersion: Stripe.LatestApiVersion = "2026-10-28.endive";

export type IntentRow = typeof paymentIntents.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;
export type DisputeRow = typeof disputes.$inferSelect;
export type EventRow = typeof events.$inferSelect;
export type DeliveryRow = typeof deliveries.$inferSelect;

export const inSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

export const asSeenBy = (caller: Caller, row: IntentRow): Stripe.PaymentIntent | PublicIntent =>
  caller === "server" ? asIntent(row) : asPublicIntent(row);

export function asIntent(row: IntentRow): Stripe.PaymentIntent {
  return {
    id: row.id,
    object: "payment_intent",
    allowed_payment_method_types: row.isCardsOnly ? ["card"] : null,
    amount: row.amount,
    amount_capturable: row.amountCapturable,
    amount_details: { tip: {} },
    amount_received: row.amountReceived,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: row.isCardsOnly ? null : { allow_redirects: "always", enabled: true },
    canceled_at: row.canceledAt && inSeconds(row.canceledAt),
    cancellation_reason: row.cancellationReason,
    capture_method: row.captureMethod,
    client_secret: row.clientSecret,
    confirmation_method: "automatic",
    created: inSeconds(row.createdAt),
    currency: row.currency,
    customer: null,
    customer_account: null,
    description: row.description,
    excluded_payment_method_types: null,
    last_payment_error: row.lastPaymentError,
    latest_charge: row.chargeId,
    livemode: false,
    managed_payments: null,
    metadata: row.metadata,
    next_action: nextAction(row),
    on_behalf_of: null,
    payment_method: row.card?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: row.status,
    transfer_data: null,
    transfer_group: null,
  };
}

export type PublicIntent = ReturnType<typeof asPublicIntent>;

/** Omits metadata, the charge and the collected amount. */
export function asPublicIntent(row: IntentRow) {
  const intent = asIntent(row);
  return {
    id: intent.id,
    object: intent.object,
    amount: intent.amount,
    automatic_payment_methods: intent.automatic_payment_methods,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: intent.confirmation_method,
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    last_payment_error: intent.last_payment_error,
    livemode: intent.livemode,
    next_action: intent.next_action,
    payment_method: intent.payment_method,
    payment_method_types: intent.payment_method_types,
    processing: intent.processing,
    receipt_email: intent.receipt_email,
    setup_future_usage: intent.setup_future_usage,
    shipping: intent.shipping,
    source: intent.source,
    status: intent.status,
  };
}

const nextAction = (row: IntentRow): Stripe.PaymentIntent.NextAction | null =>
  row.status === "requires_action"
    ? {
        type: "use_stripe_sdk",
        use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: "/sandbox/stripe/challenge" },
      }
    : null;

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
const noBillingDetails = { address: noAddress, email: null, name: null, phone: null, tax_id: null };

const asChargedCard = (
  card: KeptCard,
  amount: number,
): NonNullable<Stripe.Charge.PaymentMethodDetails["card"]> => ({
  amount_authorized: amount,
  authorization_code: null,
  brand: card.brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
  country: "US",
  electronic_commerce_indicator: null,
  exp_month: card.expMonth,
  exp_year: card.expYear,
  funding: "credit",
  installments: null,
  last4: card.last4,
  mandate: null,
  network: card.brand,
  network_transaction_id: null,
  regulated_status: "unregulated",
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
});

export function asCharge(row: IntentRow, isDisputed: boolean): Stripe.Charge {
  return {
    id: row.chargeId ?? "",
    object: "charge",
    amount: row.amount,
    amount_captured: row.amountReceived,
    amount_refunded: row.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: noBillingDetails,
    calculated_statement_descriptor: "SENGA SANDBOX",
    captured: row.amountReceived > 0,
    created: inSeconds(row.createdAt),
    currency: row.currency,
    customer: null,
    description: row.description,
    disputed: isDisputed,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: row.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: row.id,
    payment_method: row.card?.id ?? null,
    payment_method_details: row.card && { type: "card", card: asChargedCard(row.card, row.amount) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: row.amountRefunded === row.amountReceived,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

export function asRefund(row: RefundRow): Stripe.Refund {
  return {
    id: row.id,
    object: "refund",
    amount: row.amount,
    balance_transaction: null,
    charge: row.chargeId,
    created: inSeconds(row.createdAt),
    currency: row.currency,
    customer: null,
    customer_account: null,
    destination_details: { type: "card" },
    metadata: row.metadata,
    payment_intent: row.intentId,
    payment_method: null,
    reason: row.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: row.status,
    transfer_reversal: null,
    ...(row.failureReason && { failure_reason: row.failureReason }),
  };
}

/** The sandbox takes no evidence. */
export function asDispute(row: DisputeRow): Omit<Stripe.Dispute, "evidence"> {
  return {
    id: row.id,
    object: "dispute",
    amount: row.amount,
    balance_transactions: [],
    charge: row.chargeId,
    created: inSeconds(row.createdAt),
    currency: row.currency,
    enhanced_eligibility_types: [],
    evidence_details: {
      due_by: inSeconds(row.createdAt) + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: row.intentId,
    reason: row.reason,
    status: row.status,
  };
}

export const asEvent = (row: EventRow) => ({
  id: row.id,
  object: "event" as const,
  api_version: apiVersion,
  created: inSeconds(row.createdAt),
  data: { object: row.object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: row.requestId, idempotency_key: row.idempotencyKey },
  type: row.type,
});

/** Expects one row more than `limit`, to set `has_more`. */
export const asList = <Item>(url: string, items: readonly Item[], limit: number) => ({
  object: "list" as const,
  data: items.slice(0, limit),
  has_more: items.length > limit,
  url,
});
