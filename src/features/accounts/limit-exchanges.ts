import { LRUCache } from "lru-cache";
import { Problem, problems } from "../../platform/errors.ts";
import type { IdentityClaims } from "./identity-token.ts";

/** The most exchanges that one person makes in a minute: a browser needs one in 15 minutes for each sign-in. */
const limit = { calls: 30, seconds: 60 } as const;

/**
 * Bounds the exchanges of identity tokens by person, so that a classroom behind one router is not taken for one caller.
 * @param factor multiplies the bound
 * @returns counts an exchange. Throws too-many-requests.
 */
export function createExchangeLimit(factor: number): (claims: IdentityClaims) => void {
  const calls = new LRUCache<string, number>({ max: 10_000, ttl: limit.seconds * 1000, noUpdateTTL: true });
  return ({ issuer, subject }) => {
    const person = `${issuer} ${subject}`;
    const count = (calls.get(person) ?? 0) + 1;
    calls.set(person, count);
    if (count > limit.calls * factor)
      throw new Problem({ ...problems.tooManyRequests, retryAfter: limit.seconds });
  };
}
