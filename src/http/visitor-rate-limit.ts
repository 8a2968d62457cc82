import rateLimit, { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { tooManyRequests } from "../platform/errors.ts";

/** Groups IPv6 addresses by /64, the usual allocation of one subscriber. */
export const networkOf = (ip: string): string => normalizeIP(ip);
export const visitorOf = (request: FastifyRequest): string => networkOf(request.ip);

export type CountRequest = (request: FastifyRequest) => Promise<void>;

export interface VisitorRates {
  readonly calls: CountRequest;
  readonly pages: CountRequest;
  readonly files: CountRequest;
  readonly discovery: CountRequest;
  /** Responses that miss the cache. */
  readonly makings: CountRequest;
}

/**
 * Limits per minute, in memory: a write to the database for every request would serve the flood that they end.
 * A classroom of thirty behind one router never meets them.
 */
export async function createVisitorRates(
  app: FastifyInstance,
  factor: number,
  rateLimitKey: (request: FastifyRequest) => Promise<string>,
): Promise<VisitorRates> {
  await app.register(rateLimit, { global: false, keyGenerator: rateLimitKey });
  const rate = (requests: number): CountRequest => {
    const count = app.createRateLimit({ max: requests * factor, timeWindow: 60_000 });
    return async (request) => {
      const counted = await count(request);
      if (counted.isAllowed || !counted.isExceeded) return;
      throw tooManyRequests(counted.ttlInSeconds);
    };
  };
  return { calls: rate(600), pages: rate(1800), files: rate(9000), discovery: rate(300), makings: rate(600) };
}
