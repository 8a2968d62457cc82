import { type Answer, type Call, done } from "./call.ts";
import { readIntent } from "./intents.ts";
import { asCharge, asPublicIntent, asSeenBy } from "./objects.ts";
import { readNested } from "./parameters.ts";
import { refused } from "./problem.ts";

/** The intent; to the server also with its charge in full, for `expand[]=latest_charge`. */
export async function retrieveIntent(call: Call): Promise<Answer> {
  const row = await readIntent(call);
  const intent = asSeenBy(call.caller, row);
  const wanted = Object.values(readNested(call.params, "expand") ?? {});
  return done(
    call.caller === "server" && row.chargeId && wanted.includes("latest_charge")
      ? { ...intent, latest_charge: asCharge(row) }
      : intent,
  );
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
