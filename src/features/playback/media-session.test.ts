import { eq } from "drizzle-orm";
import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../test/support/app.ts";
import { mediaCookie, mediaOf, refusal } from "../../../test/support/media.ts";
import { makePerson } from "../../../test/support/people.ts";
import { users } from "../accounts/tables.ts";
import { mountMediaSession } from "./media-session.ts";
import { createMediaTokens } from "./media-token.ts";

const app = useTestApp();
const { makeSchool, get } = mediaOf(app);

describe("the media cookie", () => {
  const session = (method: string, token?: string) =>
    fetch(`${app.current.origin}/media/session`, {
      method,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });

  test("is given for an access token, to one path and for twelve hours, and taken back", async () => {
    const student = await makePerson(app.current, "student");
    const given = await session("POST", student.token);
    expect(given.status).toBe(204);
    expect(given.headers.get("set-cookie")).toMatch(
      /^media=[\w-]+\.[\w-]+\.[\w-]+; Path=\/media; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    const back = await session("DELETE");
    expect(back.status).toBe(204);
    expect(back.headers.get("set-cookie")).toBe("media=; Path=/media; Max-Age=0; HttpOnly; SameSite=Strict");
    const { context } = app.current;
    const settings = { ...context.settings, origin: "https://senga.example" };
    const site = Fastify();
    mountMediaSession(site, { ...context, settings }, async () => student);
    const secure = await site.inject({ method: "POST", url: "/session" });
    expect(secure.headers["set-cookie"]).toMatch(/; SameSite=Strict; Secure$/);
    expect(await refusal(await session("POST"))).toMatchObject({ status: 401, code: "unauthenticated" });
    expect(await refusal(await session("POST", "a.b.c"))).toMatchObject({ status: 401 });
  });

  test("is worth nothing once it is twelve hours old, forged, or its person is suspended", async () => {
    const { student, path } = await makeSchool();
    const master = `${path}/master.m3u8`;
    const cookie = await mediaCookie(app.current, student);
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`${app.current.origin}/media/${master}`, { headers })).status;
    expect(await ask(cookie)).toBe(200);
    app.current.clock.advance(12 * 3600 - 60);
    expect(await ask(cookie)).toBe(200);
    app.current.clock.advance(120);
    expect(await ask(cookie)).toBe(401);
    const { settings } = app.current.context;
    const forged = createMediaTokens(Buffer.alloc(32, 1), settings.origin, app.current.clock);
    expect(await ask({ cookie: `media=${await forged.issue(student.id)}` })).toBe(401);
    expect(await ask({ cookie: `media=${student.token}` })).toBe(401);
    expect(await ask({ authorization: `Bearer ${student.token}` })).toBe(401);
    expect((await get(master, student)).status).toBe(200);
    await app.current.context.db
      .update(users)
      .set({ suspendedAt: app.current.clock.now() })
      .where(eq(users.id, student.id));
    expect((await get(master, student)).status).toBe(401);
    const token = await app.current.context.accessTokens.issue(student.id);
    expect(await refusal(await session("POST", token))).toMatchObject({
      status: 403,
      code: "account-suspended",
    });
  });
});
