import { type Answer, type Call, done } from "./call.ts";
import { chargeCard, declineCard } from "./charge-card.ts";
import { recordEvent } from "./events.ts";
import { changeIntent, lockIntent } from "./intents.ts";
import { asIntent, asSeenBy } from "./objects.ts";
import { refuseUnknown } from "./parameters.ts";
import { readCard } from "./read-card.ts";

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
