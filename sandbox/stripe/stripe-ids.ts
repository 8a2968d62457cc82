import { randomBytes } from "node:crypto";

type Kind = "pi" | "pm" | "ch" | "re" | "dp" | "evt" | "req";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export const newStripeId = (kind: Kind): string => `${kind}_${randomText(24)}`;

export const newClientSecret = (intentId: string): string => `${intentId}_secret_${randomText(25)}`;

export const intentOfClientSecret = (secret: string): string | undefined =>
  /^(pi_\w+?)_secret_\w+$/.exec(secret)?.[1];

function randomText(length: number): string {
  let text = "";
  // 248 is the largest multiple of 62 in a byte; higher values would bias the letters.
  while (text.length < length)
    for (const byte of randomBytes(length)) if (byte < 248) text += letters[byte % 62];
  return text.slice(0, length);
}
