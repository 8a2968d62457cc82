import { type Answer, type Call, done } from "./call.ts";
import { readIntent } from "./intents.ts";
import { asPublicIntent, asSeenBy } from "./objects.ts";
import { refused } from "./problem.ts";

export async function retrieveIntent(call: Call): Promise<Answer> {
  return done(asSeenBy(call.caller, await readIntent(call)));
}

/**
 * What the card form asks before it shows itself: whether there is something to pay. Throws when the intent is past
 * that, as Stripe's form refuses to load then.
 */
export async function openCardForm(call: Call): Promise<Answer> {
  const intent = await readIntent(call);
  if (intent.status === "requires_payment_method" || intent.status === "requires_action") {
    return done(asPublicIntent(intent));
  }
  throw refused(
    "payment_intent_unexpected_state",
    `The PaymentIntent is in a terminal state (${intent.status}) and cannot be used to initialize Elements.`,
    { payment_intent: asPublicIntent(intent) },
  );
}
