import { LRUCache } from "lru-cache";
import { Problem, problems } from "../../platform/errors.ts";
import type { IdentityClaims } from "./identity-token.ts";

/** A browser needs one exchange per 15 minutes. */
const limit = { calls: 30, seconds: 60 } as const;

/** Limits exchanges per user rather than per network. The returned function throws too-many-requests. */
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
