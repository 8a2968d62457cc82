import type { FastifyRequest } from "fastify";
import { visitorOf } from "../../http/visitor-rate-limit.ts";
import type { AccessTokens } from "./access-token.ts";

/** Counts per user behind a shared router. Verifies the signature only, without a database query. */
export const createRateLimitKey =
  (accessTokens: AccessTokens) =>
  async (request: FastifyRequest): Promise<string> => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
    const person = token && (await accessTokens.verify(token).catch(() => undefined));
    return person ? `person ${person}` : visitorOf(request);
  };
