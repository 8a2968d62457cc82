import { timingSafeEqual } from "node:crypto";
import type { DeriveKey } from "../../src/platform/secrets.ts";
import type { Caller } from "./call.ts";
import { type Params, readText } from "./parameters.ts";
import { unauthorized } from "./problem.ts";

export interface StripeKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
}

/** Derived from the installation's secret: stable across restarts, and not guessable. */
export function deriveStripeKeys(deriveKey: DeriveKey): StripeKeys {
  const hex = (purpose: string) => deriveKey(`stripe sandbox ${purpose}`).toString("hex");
  return {
    secretKey: `sk_test_${hex("secret key")}`,
    publishableKey: `pk_test_${hex("publishable key")}`,
    webhookSecret: `whsec_${hex("webhook secret")}`,
  };
}

/** Accepts a bearer token or a browser's `key` parameter. Throws 401. */
export function readCaller(keys: StripeKeys, authorization: string | undefined, params: Params): Caller {
  const key = /^bearer (.+)$/i.exec(authorization ?? "")?.[1] ?? readText(params, "key");
  if (key === undefined) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (areSame(key, keys.secretKey)) return "server";
  if (areSame(key, keys.publishableKey)) return "browser";
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}`);
}

export function refuseBrowser(caller: Caller): void {
  if (caller === "server") return;
  throw unauthorized(
    "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
    "secret_key_required",
  );
}

/** Constant time. */
export function areSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
