import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { password, problem, signUp } from "../../test/support/identity-accounts.ts";
import { openSite, useSite } from "../../test/support/identity-site.ts";
import { sessions, users } from "./tables.ts";

const site = useSite();

describe("signing in", () => {
  test("sets an HttpOnly cookie for /identity alone", async () => {
    await signUp(site.current, "cookie@example.org");
    const visitor = site.current.visitor();
    const answer = await visitor.post("/identity/sign-in", { email: "Cookie@example.org ", password });
    expect(answer).toMatchObject({ status: 200, body: { user: { email: "cookie@example.org" } } });
    expect(JSON.stringify(answer.body)).not.toContain("token");
    const [cookie, ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^senga\.session_token=/);
    expect(cookie?.split("; ").slice(1).toSorted()).toEqual([
      "HttpOnly",
      "Max-Age=2592000",
      "Path=/identity",
      "SameSite=Lax",
    ]);
    const [session] = await site.current.db
      .select()
      .from(sessions)
      .orderBy(sql`created_at desc`)
      .limit(1);
    expect(session).toMatchObject({ ipAddress: "", userAgent: "" });
  });

  test("sets a Secure cookie where the site has TLS", async () => {
    const secure = await openSite({ shared: site.current.database, publicOrigin: "https://school.invalid" });
    try {
      await signUp(site.current, "tls@example.org");
      const { headers } = await secure
        .visitor()
        .post("/identity/sign-in", { email: "tls@example.org", password });
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__Secure-senga\.session_token=.*; Secure/),
      ]);
    } finally {
      await secure.close();
    }
  });

  test("answers a wrong password and an unknown email alike", async () => {
    await signUp(site.current, "known@example.org");
    const wrong = await site.current
      .visitor()
      .post("/identity/sign-in", { email: "known@example.org", password: "Draw!2027" });
    const unknown = await site.current
      .visitor()
      .post("/identity/sign-in", { email: "unknown@example.org", password });
    const tooLong = await site.current
      .visitor()
      .post("/identity/sign-in", { email: "known@example.org", password: "x".repeat(500) });
    expect(wrong).toMatchObject(problem("wrong-password", 401, "Wrong email or password."));
    const { requestId, ...said } = wrong.body;
    expect(requestId).toBeTypeOf("string");
    expect(unknown.body).toMatchObject(said);
    expect(tooLong.body).toMatchObject(said);
  });
});

describe("a session", () => {
  test("ends for every copy of the cookie when the person signs out", async () => {
    const visitor = await signUp(site.current, "leaving@example.org");
    const before = (await visitor.get("/identity/token")).status;
    const stolen = site.current.visitor();
    const cookie = (
      await visitor.post("/identity/sign-in", { email: "leaving@example.org", password })
    ).headers.getSetCookie()[0];
    expect(
      await (await stolen.fetch("/identity/session", { headers: { cookie: cookie ?? "" } })).json(),
    ).toMatchObject({
      user: { email: "leaving@example.org" },
    });
    expect((await visitor.post("/identity/sign-out")).status).toBe(200);
    expect(before).toBe(200);
    expect(visitor.cookieNames).toEqual([]);
    expect((await visitor.get("/identity/session")).body).toEqual({ user: null });
    expect(
      await (await stolen.fetch("/identity/session", { headers: { cookie: cookie ?? "" } })).json(),
    ).toEqual({ user: null });
  });

  test("is not opened by a forged cookie", async () => {
    const answer = await site.current.visitor().fetch("/identity/session", {
      headers: { cookie: "senga.session_token=abcdefgh.c2lnbmF0dXJl" },
    });
    expect(await answer.json()).toEqual({ user: null });
  });

  test("is renewed in the browser, too, when a token is fetched first", async () => {
    const visitor = await signUp(site.current, "daily@example.org");
    const [user] = await site.current.db.select().from(users).where(eq(users.email, "daily@example.org"));
    // More than a day after it was last renewed.
    await site.current.db
      .update(sessions)
      .set({ expiresAt: sql`now() + interval '28 days'` })
      .where(eq(sessions.userId, user!.id));
    const answers = [await visitor.get("/identity/token"), await visitor.get("/identity/session")];
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([
      expect.stringMatching(/^senga\.session_token=.*Max-Age=2592000/),
    ]);
  });

  test("expires, and is deleted by the next sign-in", async () => {
    const visitor = await signUp(site.current, "late@example.org");
    const [user] = await site.current.db.select().from(users).where(eq(users.email, "late@example.org"));
    const ofUser = eq(sessions.userId, user!.id);
    await site.current.db
      .update(sessions)
      .set({ expiresAt: new Date("2020-01-01") })
      .where(ofUser);
    expect(
      (await site.current.visitor().post("/identity/sign-in", { email: "late@example.org", password }))
        .status,
    ).toBe(200);
    expect(await site.current.db.select().from(sessions).where(ofUser)).toHaveLength(1);
    expect((await visitor.get("/identity/session")).body).toEqual({ user: null });
  });
});
