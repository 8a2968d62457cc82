import { type Answer, type Call, done } from "./call.ts";
import { recordEvent } from "./events.ts";
import { asIntent } from "./objects.ts";
import {
  readChoice,
  readInteger,
  readMetadata,
  readNeededText,
  readNested,
  readText,
  refuseUnknown,
} from "./parameters.ts";
import { wrongParameter } from "./problem.ts";
import { newClientSecret, newStripeId } from "./stripe-ids.ts";
import { paymentIntents } from "./tables.ts";

const known = [
  "amount",
  "currency",
  "metadata",
  "capture_method",
  "allowed_payment_method_types",
  "automatic_payment_methods",
  "description",
];

/** In the smallest currency unit. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const leastAmounts: Readonly<Record<string, number>> = {
  gbp: 30,
  dkk: 250,
  nok: 300,
  sek: 300,
  czk: 1500,
  huf: 17500,
};
const leastAmount = 50;
const maxAmount = 99_999_999;

export async function createIntent(call: Call): Promise<Answer> {
  const { params, tx, now } = call;
  refuseUnknown(params, known);
  const currency = readCurrency(call);
  const amount = readAmount(call, currency);
  refuseOtherMethods(call);
  const captureMethod = readChoice(params, "capture_method", ["automatic", "automatic_async", "manual"]);
  const id = newStripeId("pi");
  const [intent] = await tx
    .insert(paymentIntents)
    .values({
      id,
      clientSecret: newClientSecret(id),
      amount,
      currency,
      status: "requires_payment_method",
      captureMethod: captureMethod ?? "automatic_async",
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

function readCurrency({ params }: Call): string {
  const currency = readNeededText(params, "currency").toLowerCase();
  if (!Intl.supportedValuesOf("currency").includes(currency.toUpperCase())) {
    throw wrongParameter("currency", undefined, `Invalid currency: ${currency.slice(0, 10)}.`);
  }
  return currency;
}

function readAmount({ params }: Call, currency: string): number {
  const amount = readInteger(params, "amount");
  if (amount === undefined) {
    throw wrongParameter("amount", "parameter_missing", "Missing required param: amount.");
  }
  const least = leastAmounts[currency] ?? leastAmount;
  if (amount < least) {
    throw wrongParameter("amount", "amount_too_small", `Amount must be at least ${inWords(least, currency)}`);
  }
  if (amount > maxAmount) {
    throw wrongParameter(
      "amount",
      "amount_too_large",
      `Amount must be no more than ${inWords(maxAmount, currency)}`,
    );
  }
  return amount;
}

const inWords = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  return `${format.format(amount / 10 ** decimals)} ${currency}`;
};

function refuseOtherMethods({ params }: Call): void {
  const types = Object.values(readNested(params, "allowed_payment_method_types") ?? { first: "card" });
  if (types.length === 1 && types[0] === "card") return;
  const message =
    "This sandbox takes cards only: give allowed_payment_method_types as [card], or leave it out.";
  throw wrongParameter("allowed_payment_method_types", "payment_intent_invalid_parameter", message);
}
