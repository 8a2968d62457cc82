import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../../context.ts";
import type { Authorize } from "../../http/register-endpoints.ts";
import { type Access, only } from "../accounts/access.ts";
import { roles } from "../accounts/policy.ts";
import { type Person, findPerson } from "../accounts/queries.ts";
import { mediaTokenSeconds } from "./media-token.ts";

/** A `<video>` cannot send an access token, so a cookie says who asks for media, and for nothing else. */
export function mountMediaSession(
  scope: FastifyInstance,
  { mediaTokens, settings }: Pick<AppContext, "mediaTokens" | "settings">,
  authorize: Authorize<Access>,
): void {
  const secure = settings.origin.startsWith("https:") ? "; Secure" : "";
  const cookie = (value: string, seconds: number): string =>
    `media=${value}; Path=/media; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
  scope.post("/session", async (request, reply) => {
    const { id } = (await authorize(request, only(...roles))) as Person;
    const token = await mediaTokens.issue(id);
    return reply.code(204).header("set-cookie", cookie(token, mediaTokenSeconds)).send();
  });
  scope.delete("/session", (_request, reply) => reply.code(204).header("set-cookie", cookie("", 0)).send());
}

/** Suspended people are nobody. */
export async function findViewer(
  { db, mediaTokens }: Pick<AppContext, "db" | "mediaTokens">,
  { headers: { cookie = "" } }: FastifyRequest,
): Promise<Person | undefined> {
  const [, token = ""] = /(?:^|;\s*)media=([^;]+)/.exec(cookie) ?? [];
  const id = token && (await mediaTokens.verify(token));
  const person = id ? await findPerson(db, id) : undefined;
  return person?.isSuspended ? undefined : person;
}
