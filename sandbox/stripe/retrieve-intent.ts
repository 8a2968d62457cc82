import { type Answer, type Call, done } from "./call.ts";
import { isDisputed } from "./disputes.ts";
import { readIntent } from "./intents.ts";
import { asCharge, asPublicIntent, asSeenBy } from "./objects.ts";
import { readNested } from "./parameters.ts";
import { refused, wrongParameter } from "./problem.ts";
import { refundsOf } from "./refunds.ts";

/** Stripe's limit. */
const maxRefundsInCharge = 10;

/** The server may expand `latest_charge.refunds`. */
export async function retrieveIntent(call: Call): Promise<Answer> {
  const row = await readIntent(call);
  const intent = asSeenBy(call.caller, row);
  const wanted = Object.values(readNested(call.params, "expand") ?? {});
  if (wanted.some((path) => path !== "latest_charge.refunds")) {
    throw wrongParameter("expand", undefined, "This sandbox expands latest_charge.refunds only.");
  }
  if (call.caller !== "server" || !row.chargeId || wanted.length === 0) return done(intent);
  const charge = asCharge(row, await isDisputed(call.tx, row.id));
  const refunds = await refundsOf(call.tx, row.id, maxRefundsInCharge);
  return done({ ...intent, latest_charge: { ...charge, refunds } });
}

/** Throws when the intent is no longer payable: Stripe's form then refuses to load. */
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
