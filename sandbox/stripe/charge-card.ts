import type Stripe from "stripe";
import { type Answer, type Call, done } from "./call.ts";
import { recordEvent } from "./events.ts";
import { changeIntent } from "./intents.ts";
import { asIntent, asSeenBy, type IntentRow } from "./objects.ts";
import { docUrl } from "./problem.ts";
import { newStripeId } from "./stripe-ids.ts";
import type { KeptCard } from "./tables.ts";
import { type DeclineReason, declines } from "./test-cards.ts";

const day = 86_400_000;
/** https://docs.stripe.com/payments/place-a-hold-on-a-payment-method */
const authorizationLifetime = 7 * day;

export async function chargeCard(call: Call, intent: IntentRow, card: KeptCard | null): Promise<Answer> {
  const held = await changeIntent(call, intent.id, {
    card,
    chargeId: newStripeId("ch"),
    lastPaymentError: null,
    status: "requires_capture",
    amountCapturable: intent.amount,
    captureBefore: new Date(call.now.getTime() + authorizationLifetime),
  });
  await recordEvent(call, "payment_intent.amount_capturable_updated", intent.id, asIntent(held));
  return done(asSeenBy(call.caller, held));
}

export function declineCard(call: Call, intent: IntentRow, reason: DeclineReason): Promise<Answer> {
  const { code, message } = declines[reason];
  const charge = newStripeId("ch");
  return failPayment(call, intent, { type: "card_error", code, decline_code: reason, message, charge });
}

export function failAuthentication(call: Call, intent: IntentRow): Promise<Answer> {
  return failPayment(call, intent, {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    message:
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  });
}

type Failure = Stripe.PaymentIntent.LastPaymentError & { readonly code: string };

async function failPayment(call: Call, intent: IntentRow, failure: Failure): Promise<Answer> {
  const error: Failure = { ...failure, doc_url: docUrl(failure.code) };
  const failed = await changeIntent(call, intent.id, {
    status: "requires_payment_method",
    card: null,
    lastPaymentError: error,
    ...(failure.charge && { chargeId: failure.charge }),
  });
  await recordEvent(call, "payment_intent.payment_failed", intent.id, asIntent(failed));
  const status = failure.type === "card_error" ? 402 : 400;
  return { status, body: { error: { ...error, payment_intent: asSeenBy(call.caller, failed) } } };
}
