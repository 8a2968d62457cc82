import type { FastifyReply, FastifyRequest } from "fastify";
import type { CallCounts, Limits } from "./rate-limit.ts";
import { networkOf, refuseWhenOver } from "./rate-limit.ts";

/**
 * Bounds guesses at passwords. Each try counts as failed before the password is looked at, so that tries at the same
 * moment cannot pass the bounds together; a right password takes the count back. Emails without an account count alike.
 * Throws too-many-requests, with Retry-After.
 */
export async function boundFailedSignIns<Answer>(
  email: string,
  request: FastifyRequest,
  reply: FastifyReply,
  counts: CallCounts,
  signIn: () => Promise<Answer>,
): Promise<Answer> {
  const network = networkOf(request.ip);
  const here = `${email} ${network}`;
  // Whoever keeps guessing from elsewhere does not lock out those who have proved that the account is theirs.
  const isKnown = await counts.isCounted("knownNetwork", here);
  const bounds: readonly (readonly [keyof Limits, string])[] = [
    ["failedSignInsHere", here],
    ...(isKnown ? [] : [["failedSignInsElsewhere", email] as const]),
    ["failedSignInsFrom", network],
  ];
  for (const [what, who] of bounds) refuseWhenOver(await counts.count(what, who), reply);
  const answer = await signIn();
  await counts.clear("failedSignInsHere", here);
  await counts.uncount("failedSignInsFrom", network);
  if (!isKnown) {
    await counts.uncount("failedSignInsElsewhere", email);
    await counts.count("knownNetwork", here);
  }
  return answer;
}

/** For somebody who has proved in another way that the account is theirs. */
export const forgetFailedSignIns = (
  email: string,
  request: FastifyRequest,
  counts: CallCounts,
): Promise<void> => counts.clear("failedSignInsHere", `${email} ${networkOf(request.ip)}`);
