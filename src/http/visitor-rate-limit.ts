import { isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";
import { Address6 } from "ip-address";
import { tooManyRequests } from "../platform/errors.ts";
import type { SharedCounts } from "./shared-counts.ts";

/** Groups IPv6 addresses by /64, the usual allocation of one subscriber. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const address = new Address6(ip);
  return address.isMapped4()
    ? address.to4().correctForm()
    : new Address6(`${ip}/64`).startAddress().correctForm();
}
export const visitorOf = ({ ip }: Pick<FastifyRequest, "ip">): string => networkOf(ip);

/** As much of a request as counting reads. */
export type CountedRequest = Pick<FastifyRequest, "headers" | "ip">;
/** Throws too-many-requests. */
export type CountRequest = (request: CountedRequest) => Promise<void>;

export interface VisitorRate extends CountRequest {
  /** Counts a request of somebody who is not logged in. False: it is one too many. */
  readonly allows: (ip: string) => boolean;
}

export interface VisitorRates {
  readonly calls: VisitorRate;
  readonly pages: VisitorRate;
  readonly files: VisitorRate;
  readonly discovery: VisitorRate;
  /** Responses that miss the cache. */
  readonly makings: VisitorRate;
}

/** Limits per minute. A classroom of thirty behind one router never meets them. */
export function createVisitorRates(
  factor: number,
  rateLimitKey: (request: CountedRequest) => Promise<string>,
  counts: Pick<SharedCounts, "count">,
): VisitorRates {
  const rate = (name: string, requests: number): VisitorRate => {
    const limit = { calls: requests * factor, seconds: 60 };
    const count = (key: string): number => counts.count(`${name} ${key}`, limit);
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
    pages: rate("pages", 1800),
    files: rate("files", 9000),
    discovery: rate("discovery", 300),
    makings: rate("makings", 600),
  };
}
