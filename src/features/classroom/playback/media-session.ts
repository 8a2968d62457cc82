import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../../../context.ts";
import type { Authorize } from "../../../http/register-endpoints.ts";
import { type Access, only, roles } from "../../../access/policy.ts";
import { bearerToken } from "../../../access/caller-id.ts";
import { type Person, findTokenHolder } from "../../../access/queries.ts";
import { mediaTokenSeconds } from "../../../access/tokens.ts";

/** A `<video>` can't send an access token, so a cookie identifies the viewer, for media only. */
export function mountMediaSession(
  scope: FastifyInstance,
  { accessTokens, mediaTokens, settings }: Pick<AppContext, "accessTokens" | "mediaTokens" | "settings">,
  authorize: Authorize<Access>,
): void {
  const secure = settings.origin.startsWith("https:") ? "; Secure" : "";
  const cookie = (value: string, seconds: number): string =>
    `media=${value}; Path=/media; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
  scope.post("/session", async (request, reply) => {
    await authorize(request, only(...roles));
    const token = await mediaTokens.issue(await accessTokens.verify(bearerToken(request)));
    return reply.code(204).header("set-cookie", cookie(token, mediaTokenSeconds)).send();
  });
  scope.delete("/session", (_request, reply) => reply.code(204).header("set-cookie", cookie("", 0)).send());
}

/** Undefined for suspended people and ended sessions. */
export async function findViewer(
  { db, mediaTokens }: Pick<AppContext, "db" | "mediaTokens">,
  { headers: { cookie = "" } }: FastifyRequest,
): Promise<Person | undefined> {
  const [, token = ""] = /(?:^|;\s*)media=([^;]+)/.exec(cookie) ?? [];
  const subject = token ? await mediaTokens.verify(token) : undefined;
  const person = subject && (await findTokenHolder(db, subject));
  return person?.isSuspended ? undefined : person;
}
