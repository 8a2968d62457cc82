import rateLimit, { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem, problems } from "../platform/errors.ts";

/** Groups IPv6 addresses by /64 network. */
export const visitorOf = (request: FastifyRequest): string => normalizeIP(request.ip);

export type CountRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface VisitorRates {
  readonly calls: CountRequest;
  readonly pages: CountRequest;
  readonly files: CountRequest;
  readonly discovery: CountRequest;
  /** Responses that miss the cache. */
  readonly makings: CountRequest;
}

/** Limits per minute; a classroom of thirty behind one router never meets them. */
export async function createVisitorRates(
  app: FastifyInstance,
  factor: number,
  countedBy: (request: FastifyRequest) => Promise<string>,
): Promise<VisitorRates> {
  await app.register(rateLimit, { global: false, keyGenerator: countedBy });
  const rate = (requests: number): CountRequest => {
    const count = app.createRateLimit({ max: requests * factor, timeWindow: 60_000 });
    return async (request, reply) => {
      const counted = await count(request);
      if (counted.isAllowed || !counted.isExceeded) return;
      reply.header("retry-after", counted.ttlInSeconds);
      throw new Problem(problems.tooManyRequests);
    };
  };
  return { calls: rate(600), pages: rate(1800), files: rate(9000), discovery: rate(300), makings: rate(600) };
}
