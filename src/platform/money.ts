import { z } from "zod";

/** An amount of US dollars in whole cents: the only form in which the server, the database and Stripe hold money. */
export type Cents = number & { readonly unit: "cents" };

/** Marks an integer as cents. Throws a RangeError on fractions and unsafe integers: they would be lost money. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents`);
  return amount as Cents;
}

export const currency = "usd";

/** "$1,049.50", for words on paper and in mails; the pages have forms of their own (ui/price.tsx). */
export const inDollars = (amount: Cents): string =>
  `$${(amount / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/**
 * Money at the border: JSON carries decimal dollars (49.99), the server works in cents (4999).
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

/** The same in an address, where everything is text. */
export const dollarsInQuery = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,2})?$/, "Give the amount in dollars, like 49 or 49.50")
  .transform((amount) => cents(Math.round(Number(amount) * 100)));
