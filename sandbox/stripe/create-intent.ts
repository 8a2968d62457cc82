import { type Answer, type Call, done } from "./call.ts";
import { recordEvent } from "./events.ts";
import { asIntent } from "./objects.ts";
import {
  readInteger,
  readMetadata,
  readNeededText,
  readNested,
  readText,
  refuseUnknown,
} from "./parameters.ts";
import { missingParameter, wrongParameter } from "./problem.ts";
import { newClientSecret, newStripeId } from "./stripe-ids.ts";
import { paymentIntents } from "./tables.ts";

const known = [
  "amount",
  "currency",
  "metadata",
  "capture_method",
  "allowed_payment_method_types",
  "description",
];

/** Cents. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minAmount = 50;
const maxAmount = 99_999_999;

export async function createIntent(call: Call): Promise<Answer> {
  const { params, tx, now } = call;
  refuseUnknown(params, known);
  const currency = readNeededText(params, "currency").toLowerCase();
  if (currency !== "usd") throw wrongParameter("currency", undefined, "This sandbox takes US dollars only.");
  const amount = readAmount(call);
  if (readNeededText(params, "capture_method") !== "manual") {
    throw wrongParameter("capture_method", undefined, "This sandbox captures manually only.");
  }
  refuseOtherMethods(call);
  const id = newStripeId("pi");
  const [intent] = await tx
    .insert(paymentIntents)
    .values({
      id,
      clientSecret: newClientSecret(id),
      amount,
      currency,
      status: "requires_payment_method",
      captureMethod: "manual",
      metadata: readMetadata(params),
      description: readText(params, "description") ?? null,
      isCardsOnly: readNested(params, "allowed_payment_method_types") !== undefined,
      createdAt: now,
    })
    .returning();
  if (!intent) throw new Error("the intent was not stored");
  await recordEvent(call, "payment_intent.created", id, asIntent(intent));
  return done(asIntent(intent));
}

function readAmount({ params }: Call): number {
  const amount = readInteger(params, "amount");
  if (amount === undefined) throw missingParameter("amount");
  if (amount < minAmount) {
    throw wrongParameter("amount", "amount_too_small", "Amount must be at least $0.50 usd");
  }
  if (amount > maxAmount) {
    throw wrongParameter("amount", "amount_too_large", "Amount must be no more than $999,999.99 usd");
  }
  return amount;
}

function refuseOtherMethods({ params }: Call): void {
  const types = Object.values(readNested(params, "allowed_payment_method_types") ?? { first: "card" });
  if (types.length === 1 && types[0] === "card") return;
  const message =
    "This sandbox takes cards only: give allowed_payment_method_types as [card], or leave it out.";
  throw wrongParameter("allowed_payment_method_types", "payment_intent_invalid_parameter", message);
}
