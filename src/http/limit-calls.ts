import { tooManyRequests } from "../platform/errors.ts";
import type { RateLimit, RateLimiter } from "../platform/rate-limiter.ts";
import type { CountedRequest } from "./visitor-rate-limit.ts";

/** Throws too-many-requests. */
export type LimitCalls = (endpoint: string, limit: RateLimit, request: CountedRequest) => Promise<void>;

export const createLimitCalls =
  (limiter: RateLimiter, rateLimitKey: (request: CountedRequest) => Promise<string>): LimitCalls =>
  async (endpoint, limit, request) => {
    const wait = await limiter.consume(`${endpoint} ${await rateLimitKey(request)}`, limit);
    if (wait > 0) throw tooManyRequests(wait);
  };
