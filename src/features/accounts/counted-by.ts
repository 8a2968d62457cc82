import type { FastifyRequest } from "fastify";
import { visitorOf } from "../../http/visitor-rate-limit.ts";
import type { AccessTokens } from "./access-token.ts";

/**
 * By whom a request is counted: the person whose valid token comes with it, so that many behind one router do not count as
 * one; or else the network. The signature alone is looked at, which costs no question to the database.
 */
export const createCountedBy =
  (accessTokens: AccessTokens) =>
  async (request: FastifyRequest): Promise<string> => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
    const person = token && (await accessTokens.verify(token).catch(() => undefined));
    return person ? `person ${person}` : visitorOf(request);
  };
