import { z } from "zod";

export type Cents = number & { readonly unit: "cents" };

export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents`);
  return amount as Cents;
}

export const currency = "usd";

const withCents = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const inDollars = (amount: Cents): string => `$${withCents.format(amount / 100)}`;

/** JSON has dollars (49.99), the server cents (4999). Rejects more than two decimals instead of rounding. */
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

export const dollarsInQuery = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,2})?$/, "Give the amount in dollars, like 49 or 49.50")
  .transform((amount) => cents(Math.round(Number(amount) * 100)));
