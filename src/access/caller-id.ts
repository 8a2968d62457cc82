import type { FastifyRequest } from "fastify";
import { Problem, problems } from "../platform/errors.ts";
import { type CountedRequest, visitorOf } from "../http/visitor-rate-limit.ts";
import type { TokenSubject } from "./queries.ts";
import type { AccessTokens } from "./tokens.ts";

/** Throws unauthenticated. */
export type CallerId = (request: Pick<FastifyRequest, "headers">) => Promise<TokenSubject>;

/** Verifies once per request, although rate limits check before `authorize`. */
export function createCallerId(accessTokens: AccessTokens): CallerId {
  const verified = new WeakMap<Parameters<CallerId>[0], Promise<TokenSubject>>();
  const verify = async (request: Parameters<CallerId>[0]): Promise<TokenSubject> =>
    accessTokens.verify(bearerToken(request));
  return (request) => {
    const known = verified.get(request);
    if (known) return known;
    const verifying = verify(request);
    verified.set(request, verifying);
    return verifying;
  };
}

export function bearerToken({ headers }: Pick<FastifyRequest, "headers">): string {
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
  if (!token) throw new Problem(problems.unauthenticated);
  return token;
}

/** Counts per user, even behind a shared router. Verifies only the signature, without a database query. */
export const createRateLimitKey =
  (callerId: CallerId) =>
  async (request: CountedRequest): Promise<string> => {
    const person = request.headers.authorization && (await callerId(request).catch(() => undefined));
    return person ? `person ${person.userId}` : visitorOf(request);
  };
