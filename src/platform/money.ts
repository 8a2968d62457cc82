import { z } from "zod";

/** An amount of US dollars in whole cents: the only form in which the server, the database and Stripe hold money. */
export type Cents = number & { readonly unit: "cents" };

/** Marks an integer as cents. Throws a RangeError on fractions and unsafe integers: they would be lost money. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents`);
  return amount as Cents;
}

export const currency = "usd";

/**
 * Money at the door: JSON carries decimal dollars (49.99), the server works in cents (4999).
 * More than two decimals are refused rather than rounded.
 */
export const dollars = z
  .codec(z.number(), z.custom<Cents>(Number.isSafeInteger), {
    decode: (amount, context) => {
      const inCents = Math.round(amount * 100);
      if (!Number.isSafeInteger(inCents) || Math.abs(inCents / 100 - amount) > 1e-9) {
        context.issues.push({
          code: "custom",
          input: amount,
          message: "Give the amount in dollars, with at most two decimals",
        });
        return z.NEVER;
      }
      return cents(inCents);
    },
    encode: (amount) => amount / 100,
  })
  .meta({ type: "number", description: "US dollars", examples: [49.99] });
