import { type Params, readInteger, readNeededText, readNested, readText } from "./parameters.ts";
import { refused, wrongCard, wrongParameter } from "./problem.ts";
import { newStripeId } from "./stripe-ids.ts";
import type { KeptCard } from "./tables.ts";
import { type Outcome, passesLuhn, type TestCard, testCards } from "./test-cards.ts";

export interface GivenCard {
  readonly outcome: Outcome;
  /** Null for other than test cards: the number may belong to a real card. */
  readonly kept: KeptCard | null;
}

/** Throws Stripe's error for an invalid card. */
export function readCard(params: Params, now: Date): GivenCard {
  const method = readNested(params, "payment_method_data");
  if (!method) {
    throw refused(
      "payment_intent_unexpected_state",
      "You cannot confirm this PaymentIntent because it's missing a payment method. Confirm it with payment_method_data.",
    );
  }
  const type = readNeededText(method, "type", "payment_method_data[type]");
  if (type !== "card") {
    const message = `The payment method type "${type.slice(0, 40)}" is invalid. This sandbox knows only "card".`;
    throw wrongParameter("payment_method_data[type]", undefined, message);
  }
  return typedCard(readNested(method, "card", "payment_method_data[card]") ?? {}, now);
}

const path = (name: string): string => `payment_method_data[card][${name}]`;

function typedCard(card: Params, now: Date): GivenCard {
  const number = readNeededText(card, "number", path("number")).replaceAll(/[\s-]/g, "");
  const month = readInteger(card, "exp_month", path("exp_month"));
  const year = readInteger(card, "exp_year", path("exp_year"));
  const cvc = readText(card, "cvc", path("cvc"));
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw wrongCard("incorrect_number", "Your card number is incorrect.", "number");
  }
  if (month === undefined || month < 1 || month > 12) {
    throw wrongCard("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  }
  const fullYear = year !== undefined && year < 100 ? 2000 + year : year;
  if (fullYear === undefined || isPast(month, fullYear, now) || fullYear > now.getUTCFullYear() + 50) {
    throw wrongCard("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  }
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw wrongCard("invalid_cvc", "Your card's security code is invalid.", "cvc");
  }
  const known = testCards.find((test) => test.number === number);
  if (!known) return { outcome: "test_mode_live_card", kept: null };
  return { outcome: known.outcome, kept: keep(known, month, fullYear) };
}

/** A card is valid until the end of its month. */
const isPast = (month: number, year: number, now: Date): boolean =>
  year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;

const keep = ({ brand, number, afterwards }: TestCard, expMonth: number, expYear: number): KeptCard => ({
  id: newStripeId("pm"),
  brand,
  last4: number.slice(-4),
  expMonth,
  expYear,
  ...(afterwards && { afterwards }),
});
