import { randomBytes } from "node:crypto";

type Kind = "pi" | "pm" | "ch" | "re" | "dp" | "evt" | "req";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** An id in Stripe's form, such as pi_3f…: its kind and 24 random letters and digits, which nobody can guess. */
export const newStripeId = (kind: Kind): string => `${kind}_${randomText(24)}`;

/** The secret that lets a browser confirm the one intent: pi_…_secret_… */
export const newClientSecret = (intentId: string): string => `${intentId}_secret_${randomText(25)}`;

/** The id of the intent that a client secret belongs to; undefined when it has not the form of one. */
export const intentOfClientSecret = (secret: string): string | undefined =>
  /^(pi_\w+?)_secret_\w+$/.exec(secret)?.[1];

function randomText(length: number): string {
  let text = "";
  // 248 is the largest multiple of 62 in a byte: above it some letters would come more often than others.
  while (text.length < length)
    for (const byte of randomBytes(length)) if (byte < 248) text += letters[byte % 62];
  return text.slice(0, length);
}
