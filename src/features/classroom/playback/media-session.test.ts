import { eq } from "drizzle-orm";
import Fastify from "fastify";
import { describe, expect, test, vi } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { mediaCookie, mediaOf, refusal } from "../../../../test/support/media.ts";
import { password } from "../../../../test/support/identity-accounts.ts";
import { exchange, identityTokenOf, join, mailedToken, visitorOf } from "../../../../test/support/joining.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { takeSeat } from "../../../../test/support/school.ts";
import type { Visitor } from "../../../../test/support/identity-site.ts";
import { users } from "../../../access/tables.ts";
import { createMediaTokens } from "../../../access/tokens.ts";
import { mountMediaSession } from "./open-media.ts";

const app = useTestApp();
const { makeSchool, get } = mediaOf(app);

const session = (method: string, token?: string) =>
  fetch(`${app.current.origin}/media/session`, {
    method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });

describe("the media cookie", () => {
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
    const headers = { authorization: `Bearer ${student.token}` };
    const secure = await site.inject({ method: "POST", url: "/session", headers });
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
    expect(await ask({ cookie: `media=${await forged.issue({ userId: student.id, sessionId: "" })}` })).toBe(
      401,
    );
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

describe("the tokens of a session", () => {
  const email = "lena@example.org";
  const newPassword = "Ink!2027";
  const signIn = async () => {
    const visitor = visitorOf(app.current);
    await visitor.post("/identity/sign-in", { email, password });
    return { visitor, token: await exchange(app.current, visitor, email) };
  };
  const ending = {
    "the person signs out": (here) => here.post("/identity/sign-out"),
    "they log out everywhere else": async () => (await signIn()).visitor.post("/identity/sessions/end"),
    "they choose a new password": (here) =>
      here.post("/identity/password", { currentPassword: password, newPassword }),
    "they reset the password": async () => {
      const stranger = visitorOf(app.current);
      await stranger.post("/identity/forgot-password", { email });
      const mailed = () => mailedToken(app.current, email, "/reset-password");
      const token = await vi.waitUntil(mailed, { timeout: 10_000 });
      return stranger.post("/identity/reset-password", { token, newPassword });
    },
  } as const satisfies Record<string, (here: Visitor) => Promise<{ status: number }>>;

  test.each(Object.keys(ending) as (keyof typeof ending)[])("are worth nothing once %s", async (how) => {
    const { classId, path } = await makeSchool();
    const { visitor, token } = await join(app.current, email);
    const me = (await call(app.current, "GET /me", {}, { token })).body;
    await takeSeat(app.current, { ...me, id: me._id }, classId);
    const cookieFor = async (bearer: string) =>
      (await session("POST", bearer)).headers.get("set-cookie")?.split(";")[0] ?? "";
    const cookie = await cookieFor(token);
    const identityToken = await identityTokenOf(visitor);
    const film = async (sent: string) =>
      (await fetch(`${app.current.origin}/media/${path}/master.m3u8`, { headers: { cookie: sent } })).status;
    const exchangeAgain = async () =>
      (await call(app.current, "POST /jwt", { body: { email } }, { token: identityToken })).status;
    const read = async () => (await call(app.current, "GET /me", {}, { token })).status;
    const statuses = async () => [await film(cookie), await read(), await exchangeAgain()];
    expect(await statuses()).toEqual([200, 200, 200]);

    const otherCookie = await cookieFor((await signIn()).token);
    expect((await ending[how](visitor)).status).toBe(200);
    expect(await statuses()).toEqual([401, 401, 401]);
    expect((await session("POST", token)).status).toBe(401);
    expect(await film(otherCookie)).toBe(how === "the person signs out" ? 200 : 401);
  });
});
