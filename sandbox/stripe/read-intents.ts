import { type SQL, and, desc, gte, lt } from "drizzle-orm";
import { type Answer, type Call, done } from "./call.ts";
import { readIntent } from "./intents.ts";
import { asCharge, asIntent, asList, asPublicIntent, asSeenBy } from "./objects.ts";
import { readInteger, readLimit, readNested, readText, refuseUnknown } from "./parameters.ts";
import { refused, wrongParameter } from "./problem.ts";
import { paymentIntents } from "./tables.ts";
import { isDisputed } from "./disputes.ts";
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

const { createdAt } = paymentIntents;
const at = (seconds: number): Date => new Date(seconds * 1000);
/** Stripe compares whole seconds. */
const comparisons: Readonly<Record<string, (seconds: number) => SQL>> = {
  gt: (seconds) => gte(createdAt, at(seconds + 1)),
  gte: (seconds) => gte(createdAt, at(seconds)),
  lt: (seconds) => lt(createdAt, at(seconds)),
  lte: (seconds) => lt(createdAt, at(seconds + 1)),
};

/** Newest first, after the intent `starting_after`. https://docs.stripe.com/api/payment_intents/list */
export async function listIntents(call: Call): Promise<Answer> {
  const { params, tx } = call;
  refuseUnknown(params, ["created", "limit", "starting_after"]);
  const limit = readLimit(params);
  const after = readText(params, "starting_after");
  const rows = await tx
    .select()
    .from(paymentIntents)
    .where(
      and(
        ...readCreated(call),
        after === undefined
          ? undefined
          : lt(paymentIntents.sequence, (await readIntent({ ...call, id: after })).sequence),
      ),
    )
    .orderBy(desc(paymentIntents.sequence))
    .limit(limit + 1);
  return done(asList("/v1/payment_intents", rows.map(asIntent), limit));
}

/** `created[gte]` and so on, in whole seconds since 1970. */
function readCreated({ params }: Call): SQL[] {
  const range = readNested(params, "created") ?? {};
  return Object.keys(range).map((name) => {
    const compare = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined;
    const seconds = compare && readInteger(range, name, `created[${name}]`);
    if (!compare || seconds === undefined)
      throw wrongParameter(
        `created[${name}]`,
        "parameter_unknown",
        `Received unknown parameter: created[${name}]`,
      );
    return compare(seconds);
  });
}
