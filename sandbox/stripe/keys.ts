import { timingSafeEqual } from "node:crypto";
import type { DeriveKey } from "../../src/platform/secrets.ts";
import type { Caller } from "./call.ts";
import { type Params } from "./form.ts";
import { readText } from "./parameters.ts";
import { unauthorized } from "./problem.ts";

/** What Stripe would give a merchant in its dashboard. */
export interface StripeKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
}

/** The installation's own keys: the same after a restart, and nobody can guess them. */
export function deriveStripeKeys(deriveKey: DeriveKey): StripeKeys {
  const hex = (purpose: string) => deriveKey(`stripe sandbox ${purpose}`).toString("hex");
  return {
    secretKey: `sk_test_${hex("secret key")}`,
    publishableKey: `pk_test_${hex("publishable key")}`,
    webhookSecret: `whsec_${hex("webhook secret")}`,
  };
}

/**
 * Tells from the key who calls: it comes as a bearer token, as the user name of Basic authentication, or (a browser's)
 * as the parameter `key`. Throws 401 in Stripe's words.
 */
export function readCaller(keys: StripeKeys, authorization: string | undefined, params: Params): Caller {
  const key = keyIn(authorization) ?? readText(params, "key");
  if (key === undefined) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (areSame(key, keys.secretKey)) return "server";
  if (areSame(key, keys.publishableKey)) return "browser";
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}`);
}

/** Throws where a browser has no business. */
export function refuseBrowser(caller: Caller): void {
  if (caller === "server") return;
  throw unauthorized(
    "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
    "secret_key_required",
  );
}

function keyIn(authorization: string | undefined): string | undefined {
  const [scheme = "", value] = (authorization ?? "").split(" ", 2);
  if (!value) return undefined;
  if (scheme.toLowerCase() === "bearer") return value;
  if (scheme.toLowerCase() === "basic") return Buffer.from(value, "base64").toString().split(":", 1)[0];
  return undefined;
}

/** Compares without telling by the time it takes how much of a guess is right. */
export function areSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
