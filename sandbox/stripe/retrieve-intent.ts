import { desc, eq } from "drizzle-orm";
import { type Answer, type Call, done } from "./call.ts";
import { isDisputed } from "./disputes.ts";
import { readIntent } from "./intents.ts";
import { asCharge, asList, asPublicIntent, asRefund, asSeenBy } from "./objects.ts";
import { readNested } from "./parameters.ts";
import { refused } from "./problem.ts";
import { refunds } from "./tables.ts";

/** The server may expand `latest_charge` and `latest_charge.refunds`. */
export async function retrieveIntent(call: Call): Promise<Answer> {
  const row = await readIntent(call);
  const intent = asSeenBy(call.caller, row);
  const wanted = Object.values(readNested(call.params, "expand") ?? {});
  const withRefunds = wanted.includes("latest_charge.refunds");
  if (call.caller !== "server" || !row.chargeId || !(withRefunds || wanted.includes("latest_charge")))
    return done(intent);
  const charge = asCharge(row, await isDisputed(call.tx, row.id));
  const given = withRefunds ? { refunds: await refundsOf(call, row.id) } : {};
  return done({ ...intent, latest_charge: { ...charge, ...given } });
}

/** Stripe's limit. */
const maxInCharge = 10;

async function refundsOf({ tx }: Call, intentId: string) {
  const rows = await tx
    .select()
    .from(refunds)
    .where(eq(refunds.intentId, intentId))
    .orderBy(desc(refunds.sequence))
    .limit(maxInCharge + 1);
  return asList("/v1/refunds", rows.map(asRefund), maxInCharge);
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
