import rateLimit, { type FastifyRateLimitStore, normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { tooManyRequests } from "../platform/errors.ts";

/** Groups IPv6 addresses by /64, the usual allocation of one subscriber. */
export const networkOf = (ip: string): string => normalizeIP(ip);
export const visitorOf = ({ ip }: Pick<FastifyRequest, "ip">): string => networkOf(ip);

/** As much of a request as counting reads. */
export type CountedRequest = Pick<FastifyRequest, "headers" | "ip"> & { readonly routeOptions: object };
export type CountRequest = (request: CountedRequest) => Promise<void>;

export interface VisitorRates {
  readonly calls: CountRequest;
  readonly pages: CountRequest;
  readonly files: CountRequest;
  readonly discovery: CountRequest;
  /** Responses that miss the cache. */
  readonly makings: CountRequest;
}

/** Limits per minute. A classroom of thirty behind one router never meets them. */
export async function createVisitorRates(
  app: FastifyInstance,
  factor: number,
  rateLimitKey: (request: CountedRequest) => Promise<string>,
  counts: FastifyRateLimitStore,
): Promise<VisitorRates> {
  const store = class {
    incr: FastifyRateLimitStore["incr"] = (...call) => counts.incr(...call);
    child = () => counts;
  };
  await app.register(rateLimit, { global: false, store });
  const rate = (name: string, requests: number): CountRequest => {
    const keyGenerator = async (request: FastifyRequest) => `${name} ${await rateLimitKey(request)}`;
    const count = app.createRateLimit({ max: requests * factor, timeWindow: 60_000, keyGenerator });
    return async (request) => {
      const counted = await count(request as FastifyRequest);
      if (counted.isAllowed || !counted.isExceeded) return;
      throw tooManyRequests(counted.ttlInSeconds);
    };
  };
  return {
    calls: rate("calls", 600),
    pages: rate("pages", 1800),
    files: rate("files", 9000),
    discovery: rate("discovery", 300),
    makings: rate("makings", 600),
  };
}
