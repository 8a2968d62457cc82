import type Stripe from "stripe";
import { type Answer, type Call, done } from "./call.ts";
import { recordEvent } from "./events.ts";
import { changeIntent, lockIntent } from "./intents.ts";
import { type IntentRow, asIntent, asSeenBy } from "./objects.ts";
import { readChoice, refuseUnknown } from "./parameters.ts";
import { readCard } from "./read-card.ts";
import { docUrl, missingParameter } from "./problem.ts";
import { newStripeId } from "./stripe-ids.ts";
import type { KeptCard } from "./tables.ts";
import { type DeclineReason, declines } from "./test-cards.ts";

const known = ["payment_method_data", "return_url", "use_stripe_sdk", "expected_payment_method_type"];

/** Answers 402 on a decline; the intent keeps the decline as `last_payment_error`. */
export async function confirmIntent(call: Call): Promise<Answer> {
  refuseUnknown(call.params, known);
  const intent = await lockIntent(call, "confirm");
  const { outcome, kept } = readCard(call.params, call.now);
  if (outcome === "approved") return chargeCard(call, intent, kept);
  if (outcome !== "challenge") return declineCard(call, intent, outcome);
  const waiting = await changeIntent(call, intent.id, {
    status: "requires_action",
    card: kept,
    lastPaymentError: null,
  });
  await recordEvent(call, "payment_intent.requires_action", intent.id, asIntent(waiting));
  return done(asSeenBy(call.caller, waiting));
}

const day = 86_400_000;
/** https://docs.stripe.com/payments/place-a-hold-on-a-payment-method */
const authorizationLifetime = 7 * day;

async function chargeCard(call: Call, intent: IntentRow, card: KeptCard | null): Promise<Answer> {
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

function declineCard(call: Call, intent: IntentRow, reason: DeclineReason): Promise<Answer> {
  const { code, message } = declines[reason];
  const charge = newStripeId("ch");
  return failPayment(call, intent, { type: "card_error", code, decline_code: reason, message, charge });
}

function failAuthentication(call: Call, intent: IntentRow): Promise<Answer> {
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

export async function answerChallenge(call: Call): Promise<Answer> {
  refuseUnknown(call.params, ["decision"]);
  const decision = readChoice(call.params, "decision", ["approve", "refuse"]);
  if (!decision) throw missingParameter("decision");
  const intent = await lockIntent(call, "authenticate");
  return decision === "approve" ? chargeCard(call, intent, intent.card) : failAuthentication(call, intent);
}
