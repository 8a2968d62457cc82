import type { FastifyRequest } from "fastify";
import type { Database } from "../platform/database.ts";
import { Problem, problems } from "../platform/errors.ts";
import type { Authorize } from "../http/register-endpoints.ts";
import { type CountedRequest, visitorOf } from "../http/visitor-rate-limit.ts";
import { type Person, type TokenSubject, hasEnded, findTokenHolder } from "./queries.ts";
import type { IdentityClaims, VerifyIdentityToken } from "./identity-token.ts";
import type { Access, PersonAccess } from "./policy.ts";
import type { AccessTokens } from "./tokens.ts";

/** Throws unauthenticated. */
type CallerId = (request: Pick<FastifyRequest, "headers">) => Promise<TokenSubject>;

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

export interface CallerFor extends Record<string, unknown> {
  anyone: Person | undefined;
  identity: IdentityClaims;
  stripe: undefined;
  person: Person;
}

/** Throws unauthenticated (401), forbidden and account-suspended (403). */
export function createAuthorize(
  db: Database,
  callerId: CallerId,
  verifyIdentity: VerifyIdentityToken,
): AuthorizeCaller {
  const callerOf = async (request: FastifyRequest): Promise<Person> => {
    const person = await findTokenHolder(db, await callerId(request));
    if (!person) throw new Problem(problems.unauthenticated);
    if (person.isSuspended) throw new Problem(problems["account-suspended"]);
    return person;
  };
  function authorize(request: FastifyRequest, access: PersonAccess): Promise<Person>;
  function authorize(request: FastifyRequest, access: Access): Promise<unknown>;
  async function authorize(request: FastifyRequest, access: Access): Promise<unknown> {
    switch (access.as) {
      case "stripe":
        return undefined;
      case "identity": {
        const claims = await verifyIdentity(bearerToken(request));
        if (await hasEnded(db, claims.sessionId)) throw new Problem(problems.unauthenticated);
        return claims;
      }
      case "anyone":
        return request.headers.authorization === undefined ? undefined : callerOf(request);
      case "person": {
        const person = await callerOf(request);
        refuseUnlessGranted(person, access, request);
        return person;
      }
    }
  }
  return authorize;
}

export interface AuthorizeCaller extends Authorize<Access> {
  (request: FastifyRequest, access: PersonAccess): Promise<Person>;
}

function refuseUnlessGranted(person: Person, access: PersonAccess, request: FastifyRequest): void {
  if (!access.roles.includes(person.role)) throw new Problem(problems.forbidden);
  if (access.own !== "email" || access.exceptFor?.includes(person.role)) return;
  const { email }: { email?: unknown } = request.params ?? {};
  if (typeof email !== "string" || email.toLowerCase() !== person.email)
    throw new Problem(problems.forbidden);
}
