import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { cents, dollars } from "./money.ts";

test("converting between dollars and cents loses nothing", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (amount) => {
      expect(z.decode(dollars, z.encode(dollars, cents(amount)))).toBe(amount);
    }),
  );
});

test("fractions of a cent are refused, not rounded", () => {
  for (const amount of [0.001, 10.005, 49.999, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(dollars.safeParse(amount).success).toBe(false);
  }
  expect(() => cents(0.5)).toThrow(RangeError);
});
