import rateLimit, { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem, problems } from "../platform/errors.ts";

/** Whom a network address stands for: of IPv6 a whole /64 network, whose addresses it would be idle to count. */
export const visitorOf = (request: FastifyRequest): string => normalizeIP(request.ip);

/** Counts a request for its visitor. Throws too-many-requests, with Retry-After, beyond the bound. */
export type CountRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** How many requests a visitor may make in a minute, by what is asked for. */
export interface VisitorRates {
  /** Calls of the API, refused ones too. */
  readonly calls: CountRequest;
  /** Pages, and what their links load. */
  readonly pages: CountRequest;
  /** Scripts, styles, faces and pictures: finished files, and many for each page. */
  readonly files: CountRequest;
  /** What programs read: sitemaps, pictures of links, icons. */
  readonly discovery: CountRequest;
  /** Answers that nobody has asked for lately, so that they must be made. */
  readonly makings: CountRequest;
}

/**
 * Bounds that one visitor meets and thirty people behind one router do not: in the minute in which a lesson begins, each
 * opens a dozen pages with two hundred files.
 * @param factor multiplies every bound
 * @param countedBy who makes a request: a person where that is certain, or else a network
 */
export async function createVisitorRates(
  app: FastifyInstance,
  factor: number,
  countedBy: (request: FastifyRequest) => Promise<string>,
): Promise<VisitorRates> {
  // The bounds that single routes declare are its work too.
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
