import type { FastifyReply, FastifyRequest } from "fastify";
import { visitorOf } from "../http/visitor-rate-limit.ts";
import { tooManyRequests } from "../platform/errors.ts";
import { tooYoungMemory } from "../platform/read-age.ts";
import type { RateLimit, RateLimiter } from "../platform/rate-limiter.ts";

const minute = 60;
const hour = 60 * minute;

/** Limits per network are wide: a class of thirty may share one router. */
export const defaultLimits = {
  signIn: { calls: 300, seconds: minute },
  failedSignInsHere: { calls: 10, seconds: 10 * minute },
  /** From networks without an earlier sign-in. */
  failedSignInsElsewhere: { calls: 50, seconds: hour },
  /** Over all accounts, against password spraying. */
  failedSignInsFrom: { calls: 150, seconds: 10 * minute },
  signUp: { calls: 60, seconds: 5 * minute },
  forgotPassword: { calls: 30, seconds: minute },
  resetPassword: { calls: 60, seconds: minute },
  verificationMail: { calls: 60, seconds: minute },
  profile: { calls: 120, seconds: minute },
  password: { calls: 120, seconds: minute },
  emailChange: { calls: 60, seconds: minute },
  sessions: { calls: 240, seconds: minute },
  google: { calls: 240, seconds: minute },
  mailsPerEmail: { calls: 5, seconds: hour },
  /** Not limits: how long a child's answer and a known network are remembered. */
  tooYoung: tooYoungMemory,
  knownNetwork: { calls: 1, seconds: 30 * 24 * hour },
} as const satisfies Record<string, RateLimit>;

export type Limits = Readonly<Record<keyof typeof defaultLimits, RateLimit>>;

export interface CallCounts {
  /** Returns the seconds to wait, or 0. */
  readonly count: (what: keyof Limits, who: string) => Promise<number>;
  readonly uncount: (what: keyof Limits, who: string) => Promise<void>;
  readonly clear: (what: keyof Limits, who: string) => Promise<void>;
  readonly isCounted: (what: keyof Limits, who: string) => Promise<boolean>;
}

export const countCalls = (limiter: RateLimiter, limits: Limits): CallCounts => ({
  count: (what, who) => limiter.consume(`${what} ${who}`, limits[what]),
  uncount: (what, who) => limiter.restore(`${what} ${who}`),
  clear: (what, who) => limiter.reset(`${what} ${who}`),
  isCounted: (what, who) => limiter.isCounted(`${what} ${who}`),
});

/** Throws too-many-requests. */
export async function limit(what: keyof Limits, request: FastifyRequest, { count }: CallCounts) {
  refuseWhenOver(await count(what, visitorOf(request)));
}

export function refuseWhenOver(secondsToWait: number): void {
  if (secondsToWait === 0) return;
  throw tooManyRequests(secondsToWait, `Too many tries. Wait ${inWords(secondsToWait)}, then try again.`);
}

const inWords = (seconds: number): string =>
  seconds < 100 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

/** Counts before the password check, so that parallel attempts can't exceed the limit. Throws too-many-requests. */
export async function boundFailedSignIns<Answer>(
  email: string,
  request: FastifyRequest,
  reply: FastifyReply,
  counts: CallCounts,
  signIn: () => Promise<Answer>,
): Promise<Answer> {
  const network = visitorOf(request);
  const here = `${email} ${network}`;
  // Attempts from other networks do not lock out a network with an earlier successful sign-in.
  const isKnown = await counts.isCounted("knownNetwork", here);
  const bounds: readonly (readonly [keyof Limits, string])[] = [
    ["failedSignInsHere", here],
    ...(isKnown ? [] : [["failedSignInsElsewhere", email] as const]),
    ["failedSignInsFrom", network],
  ];
  for (const [what, who] of bounds) refuseWhenOver(await counts.count(what, who));
  const answer = await signIn();
  await counts.clear("failedSignInsHere", here);
  await counts.uncount("failedSignInsFrom", network);
  if (!isKnown) {
    await counts.uncount("failedSignInsElsewhere", email);
    await counts.count("knownNetwork", here);
  }
  return answer;
}

/** After a proof of owning the email: guesses from elsewhere no longer lock this network out either. */
export async function forgetFailedSignIns(email: string, request: FastifyRequest, counts: CallCounts) {
  const here = `${email} ${visitorOf(request)}`;
  await counts.clear("failedSignInsHere", here);
  await counts.count("knownNetwork", here);
}
