import type { FastifyRequest } from "fastify";
import { tooManyRequests } from "../platform/errors.ts";
import type { RateLimit, RateLimiter } from "../platform/rate-limiter.ts";

/** Throws too-many-requests. */
export type LimitCalls = (endpoint: string, limit: RateLimit, request: FastifyRequest) => Promise<void>;

export const createLimitCalls =
  (limiter: RateLimiter, rateLimitKey: (request: FastifyRequest) => Promise<string>): LimitCalls =>
  async (endpoint, limit, request) => {
    const wait = await limiter.consume(`${endpoint} ${await rateLimitKey(request)}`, limit);
    if (wait > 0) throw tooManyRequests(wait);
  };
