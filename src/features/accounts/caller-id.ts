import type { FastifyRequest } from "fastify";
import { Problem, problems } from "../../platform/errors.ts";
import type { AccessTokens } from "./access-token.ts";

/** The id in a request's access token. Throws unauthenticated. */
export type CallerId = (request: Pick<FastifyRequest, "headers">) => Promise<string>;

/** Verifies once for each request, although rate limits ask before `authorize` does. */
export function createCallerId(accessTokens: AccessTokens): CallerId {
  const verified = new WeakMap<Parameters<CallerId>[0], Promise<string>>();
  const verify = async (request: Parameters<CallerId>[0]): Promise<string> =>
    accessTokens.verify(bearerToken(request));
  return (request) => {
    const known = verified.get(request);
    if (known) return known;
    const verifying = verify(request);
    verified.set(request, verifying);
    return verifying;
  };
}

/** Throws unauthenticated. */
export function bearerToken({ headers }: Pick<FastifyRequest, "headers">): string {
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
  if (!token) throw new Problem(problems.unauthenticated);
  return token;
}
