import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../platform/database.ts";
import { Problem, problems } from "../platform/errors.ts";
import { callCounts } from "./tables.ts";

export interface Limit {
  readonly calls: number;
  readonly seconds: number;
}

const minute = 60;
const hour = 60 * minute;

/** Limits per network are wide: a class of thirty may share one router. */
export const defaultLimits = {
  signIn: { calls: 300, seconds: minute },
  failedSignInsHere: { calls: 10, seconds: 10 * minute },
  /** Per account, from networks without an earlier sign-in. */
  failedSignInsElsewhere: { calls: 50, seconds: hour },
  /** Per network, over all accounts: password spraying. */
  failedSignInsFrom: { calls: 150, seconds: 10 * minute },
  signUp: { calls: 60, seconds: 5 * minute },
  forgotPassword: { calls: 30, seconds: minute },
  resetPassword: { calls: 60, seconds: minute },
  verificationMail: { calls: 60, seconds: minute },
  profile: { calls: 120, seconds: minute },
  /** Two per sign-in: redirect and callback. */
  google: { calls: 240, seconds: minute },
  mailsPerEmail: { calls: 5, seconds: hour },
  /** Not a limit: the retention of known networks. */
  knownNetwork: { calls: 1, seconds: 30 * 24 * hour },
} as const satisfies Record<string, Limit>;

export type Limits = Readonly<Record<keyof typeof defaultLimits, Limit>>;

export interface CallCounts {
  /** Returns the seconds to wait, or 0. */
  readonly count: (what: keyof Limits, who: string) => Promise<number>;
  readonly uncount: (what: keyof Limits, who: string) => Promise<void>;
  readonly clear: (what: keyof Limits, who: string) => Promise<void>;
  readonly isCounted: (what: keyof Limits, who: string) => Promise<boolean>;
}

/** Counts in the database: limits hold across processes and restarts. */
export function countCallsIn(db: Database, secret: string, limits: Limits, factor: number): CallCounts {
  const keyOf = (what: keyof Limits, who: string): string =>
    createHmac("sha256", secret).update(`calls ${what} ${who}`).digest("base64url");
  return {
    count: async (what, who) => {
      const bound = limits[what];
      const isOver = sql`${callCounts.resetsAt} <= now()`;
      const [count] = await db
        .insert(callCounts)
        .values({
          key: keyOf(what, who),
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
    },
    uncount: async (what, who) => {
      await db
        .update(callCounts)
        .set({ calls: sql`greatest(${callCounts.calls} - 1, 0)` })
        .where(eq(callCounts.key, keyOf(what, who)));
    },
    clear: async (what, who) => {
      await db.delete(callCounts).where(eq(callCounts.key, keyOf(what, who)));
    },
    isCounted: async (what, who) => {
      const rows = await db
        .select({ calls: callCounts.calls })
        .from(callCounts)
        .where(and(eq(callCounts.key, keyOf(what, who)), gt(callCounts.resetsAt, sql`now()`)));
      return rows.length > 0;
    },
  };
}

/** Throws too-many-requests with Retry-After. */
export async function limit(
  what: keyof Limits,
  request: FastifyRequest,
  reply: FastifyReply,
  { count }: CallCounts,
) {
  refuseWhenOver(await count(what, networkOf(request.ip)), reply);
}

export function refuseWhenOver(secondsToWait: number, reply: FastifyReply): void {
  if (secondsToWait === 0) return;
  reply.header("retry-after", secondsToWait);
  throw new Problem(
    problems.tooManyRequests,
    `Too many tries. Wait ${inWords(secondsToWait)}, then try again.`,
  );
}

const inWords = (seconds: number): string =>
  seconds < 100 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

/** Groups IPv6 by /64, the usual allocation of one subscriber. */
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
