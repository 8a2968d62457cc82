import type { FastifyReply, FastifyRequest } from "fastify";
import { visitorOf } from "../http/visitor-rate-limit.ts";
import type { CallCounts, Limits } from "./rate-limit.ts";
import { refuseWhenOver } from "./rate-limit.ts";

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

export const forgetFailedSignIns = (
  email: string,
  request: FastifyRequest,
  counts: CallCounts,
): Promise<void> => counts.clear("failedSignInsHere", `${email} ${visitorOf(request)}`);
