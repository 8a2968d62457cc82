import { isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";
import { Address6 } from "ip-address";
import { LRUCache } from "lru-cache";
import { tooManyRequests } from "../platform/errors.ts";
import type { RateLimit, RateLimiter } from "../platform/rate-limiter.ts";
import type { Clock } from "../platform/clock.ts";

/** Throws too-many-requests. */
export type LimitCalls = (endpoint: string, limit: RateLimit, request: CountedRequest) => Promise<void>;

export const createLimitCalls =
  (limiter: RateLimiter, rateLimitKey: (request: CountedRequest) => Promise<string>): LimitCalls =>
  async (endpoint, limit, request) => {
    const wait = await limiter.consume(`${endpoint} ${await rateLimitKey(request)}`, limit);
    if (wait > 0) throw tooManyRequests(wait);
  };

/** Groups IPv6 addresses by /64, the usual allocation of one subscriber. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const address = new Address6(ip);
  return address.isMapped4()
    ? address.to4().correctForm()
    : new Address6(`${ip}/64`).startAddress().correctForm();
}
export const visitorOf = ({ ip }: Pick<FastifyRequest, "ip">): string => networkOf(ip);

export type CountedRequest = Pick<FastifyRequest, "headers" | "ip">;
export type CountRequest = (request: CountedRequest) => Promise<void>;

export interface VisitorRate extends CountRequest {
  /** Counts an anonymous request; false if it exceeds the limit. */
  readonly allows: (ip: string) => boolean;
}

export interface VisitorRates {
  readonly calls: VisitorRate;
  readonly identity: VisitorRate;
  readonly pages: VisitorRate;
  readonly files: VisitorRate;
  readonly discovery: VisitorRate;
  readonly renderings: VisitorRate;
}

const maxCounts = 25_000;
const windowMilliseconds = 60_000;

/** Per minute, in memory: in the database, a flood would become a flood of writes. */
export function createVisitorRates(
  factor: number,
  rateLimitKey: (request: CountedRequest) => Promise<string>,
  clock: Clock,
): VisitorRates {
  const counts = new LRUCache<string, { requests: number; readonly endsAt: number }>({ max: maxCounts });
  const rate = (name: string, limit: number): VisitorRate => {
    /** Returns the seconds to wait, or 0. */
    const count = (visitor: string): number => {
      const key = `${name} ${visitor}`;
      const now = clock.now().getTime();
      let counted = counts.get(key);
      if (!counted || counted.endsAt <= now) {
        counted = { requests: 0, endsAt: now + windowMilliseconds };
        counts.set(key, counted);
      }
      counted.requests += 1;
      return counted.requests > limit * factor ? Math.ceil((counted.endsAt - now) / 1000) : 0;
    };
    return Object.assign(
      async (request: CountedRequest) => {
        const wait = count(await rateLimitKey(request));
        if (wait > 0) throw tooManyRequests(wait);
      },
      { allows: (ip: string) => count(networkOf(ip)) === 0 },
    );
  };
  return {
    calls: rate("calls", 600),
    // Its calls carry no token, so a class behind one router counts as one visitor.
    identity: rate("identity", 1800),
    pages: rate("pages", 1800),
    files: rate("files", 9000),
    discovery: rate("discovery", 300),
    renderings: rate("renderings", 600),
  };
}
