import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { lt, sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../platform/database.ts";
import { Problem, problems } from "../platform/errors.ts";
import { callCounts } from "./tables.ts";

/** The most calls within so many seconds. */
export interface Limit {
  readonly calls: number;
  readonly seconds: number;
}

/** The bounds of the identity provider's calls: from one network address, and mails to one recipient. */
export const defaultLimits = {
  signIn: { calls: 10, seconds: 60 },
  signUp: { calls: 10, seconds: 60 },
  forgotPassword: { calls: 5, seconds: 60 },
  resetPassword: { calls: 10, seconds: 60 },
  verificationMail: { calls: 5, seconds: 60 },
  profile: { calls: 30, seconds: 60 },
  google: { calls: 30, seconds: 60 },
  mailsToOneAddress: { calls: 5, seconds: 3600 },
} as const satisfies Record<string, Limit>;

export type Limits = Readonly<Record<keyof typeof defaultLimits, Limit>>;

/** Counts a call, and gives the seconds to wait when there were too many, or 0. */
export type CountCall = (what: keyof Limits, who: string) => Promise<number>;

/**
 * Counts in the database, so that the bounds hold over all processes and through restarts.
 * @param factor multiplies every bound
 */
export function countCallsIn(db: Database, secret: string, limits: Limits, factor: number): CountCall {
  return async (what, who) => {
    const bound = limits[what];
    const isOver = sql`${callCounts.resetsAt} <= now()`;
    const [count] = await db
      .insert(callCounts)
      .values({
        key: createHmac("sha256", secret).update(`calls ${what} ${who}`).digest("base64url"),
        calls: 1,
        resetsAt: sql`now() + make_interval(secs => ${bound.seconds})`,
      })
      .onConflictDoUpdate({
        target: callCounts.key,
        set: {
          calls: sql`case when ${isOver} then 1 else ${callCounts.calls} + 1 end`,
          resetsAt: sql`case when ${isOver} then excluded.resets_at else ${callCounts.resetsAt} end`,
        },
      })
      .returning({
        calls: callCounts.calls,
        wait: sql<number>`ceil(extract(epoch from ${callCounts.resetsAt} - now()))::int`,
      });
    if (count?.calls === 1) await db.delete(callCounts).where(lt(callCounts.resetsAt, sql`now()`));
    return count && count.calls > bound.calls * factor ? Math.max(1, count.wait) : 0;
  };
}

/** Counts the call for its caller's network address. Throws too-many-requests, with Retry-After. */
export async function limit(
  what: keyof Limits,
  request: FastifyRequest,
  reply: FastifyReply,
  countCall: CountCall,
) {
  refuseWhenOver(await countCall(what, networkOf(request.ip)), reply);
}

/** @param secondsToWait as a count gave them */
export function refuseWhenOver(secondsToWait: number, reply: FastifyReply): void {
  if (secondsToWait === 0) return;
  reply.header("retry-after", secondsToWait);
  throw new Problem(
    problems.tooManyRequests,
    `Too many tries. Wait ${secondsToWait} seconds, then try again.`,
  );
}

/** Whom a network address stands for: an IPv6 line is a whole /64 network, and counting its addresses would be idle. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [left = [], right = []] = address
    .replace(/%.*$/, "")
    .split("::")
    .map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
