import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import {
  mailboxOf,
  newAccount,
  password,
  problem,
  resetTokenFor,
  signUp,
} from "../../test/support/identity-accounts.ts";
import { type Visitor, openSite, useSite } from "../../test/support/identity-site.ts";
import { rateLimits } from "../platform/rate-limiter.ts";
import { accounts, users } from "./tables.ts";

const site = useSite();
const signIn = (email: string, typed = password) => {
  const visitor = site.current.visitor();
  return visitor
    .post("/identity/sign-in", { email, password: typed })
    .then(({ status }) => ({ visitor, status }));
};
const isIn = async (visitor: { get: (path: string) => Promise<{ body: { user: unknown } }> }) =>
  (await visitor.get("/identity/session")).body.user !== null;
const newPassword = "Newly!2026";

describe("signing up", () => {
  test.each([
    [{ adult: false }, "invalid-input", 400],
    [{ born: "June 2010" }, "invalid-input", 400],
    [{ born: `${new Date().getUTCFullYear() - 9}-06` }, "too-young", 403],
    [{ adult: true, born: `${new Date().getUTCFullYear() - 9}-06` }, "too-young", 403],
  ])("with the age %j ends before anything is stored", async (age, code, status) => {
    const { adult: _, ...account } = newAccount("child@example.org");
    const answer = await site.current.visitor().post("/identity/sign-up", { ...account, ...age });
    expect(answer).toMatchObject(problem(code, status, expect.any(String)));
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await site.current.db.select().from(users)).toEqual([]);
    expect(await mailboxOf(site.current, "child@example.org")).toEqual([]);
  });

  test("without an age is served, as name, email, password and photo are all that a plain client knows", async () => {
    const { adult: _, ...account } = newAccount("plain@example.org");
    expect((await site.current.visitor().post("/identity/sign-up", account)).status).toBe(200);
    expect(await site.current.db.select({ adultOn: users.adultOn }).from(users)).toEqual([{ adultOn: null }]);
  });

  test("with a child's email is refused whatever age is told next", async () => {
    const { adult: _, ...account } = newAccount("child@example.org");
    const born = `${new Date().getUTCFullYear() - 9}-06`;
    for (const age of [{ born }, { adult: true }, {}])
      expect(await site.current.visitor().post("/identity/sign-up", { ...account, ...age })).toMatchObject({
        body: { code: "too-young" },
      });
  });

  test("as a minor keeps the first day as an adult for the tokens, and nothing else of the age", async () => {
    const { adult: _, ...account } = newAccount("minor@example.org");
    const born = `${new Date().getUTCFullYear() - 15}-06`;
    const visitor = site.current.visitor();
    const answer = await visitor.post("/identity/sign-up", {
      ...account,
      born,
      guardianEmail: "g@example.org",
    });
    expect(answer.status).toBe(200);
    const { token } = (await visitor.get("/identity/token")).body as { token: string };
    expect(decodeJwt(token)["adult_on"]).toBe(`${new Date().getUTCFullYear() + 3}-07-01`);
    const stored = JSON.stringify(await site.current.db.select().from(users));
    for (const told of [born, "g@example.org"]) expect(stored).not.toContain(told);
  });
});

describe("a password", () => {
  test("changes by the current one, ends every other session and the links to reset it, and is told by mail", async () => {
    const email = "change@example.org";
    const visitor = await signUp(site.current, email);
    const { visitor: elsewhere } = await signIn(email);
    const token = await resetTokenFor(site.current, email);
    const change = (currentPassword: string, chosen: string) =>
      visitor.post("/identity/password", { currentPassword, newPassword: chosen });
    expect(await change("Wrong!2026", newPassword)).toMatchObject({
      status: 400,
      body: {
        code: "wrong-password",
        fields: [{ field: "currentPassword", message: "This isn't your current password." }],
      },
    });
    expect(await change("x".repeat(500), newPassword)).toMatchObject({ status: 400 });
    expect(await change(password, "short")).toMatchObject(
      problem("weak-password", 400, "Password Must Be 8 Characters"),
    );
    expect(await isIn(elsewhere)).toBe(true);
    expect((await change(password, newPassword)).status).toBe(200);
    expect([await isIn(visitor), await isIn(elsewhere)]).toEqual([true, false]);
    expect([(await signIn(email)).status, (await signIn(email, newPassword)).status]).toEqual([401, 200]);
    const shortest = "New!26";
    expect((await change(newPassword, shortest)).status).toBe(200);
    expect((await signIn(email, shortest)).status).toBe(200);
    expect((await visitor.post("/identity/reset-password/check", { token })).body.isValid).toBe(false);
    expect((await mailboxOf(site.current, email))[0]?.subject).toBe("Your Senga password has changed");
    expect(
      (await site.current.visitor().post("/identity/password", { currentPassword: password, newPassword }))
        .status,
    ).toBe(401);
  });

  test("is guessed no more often than at a login", async () => {
    const email = "guessed@example.org";
    await signUp(site.current, email);
    await site.current.db.delete(rateLimits);
    const limits = { failedSignInsHere: { calls: 2, seconds: 60 } };
    const strict = await openSite({ shared: site.current.database, limits, rateLimitFactor: 1 });
    try {
      const visitor = strict.visitor();
      await visitor.post("/identity/sign-in", { email, password });
      const guess = async (currentPassword: string) =>
        (await visitor.post("/identity/password", { currentPassword, newPassword })).status;
      expect([await guess("A!1aaa"), await guess("B!1bbb"), await guess(password)]).toEqual([400, 400, 429]);
      expect((await visitor.post("/identity/sign-in", { email, password })).status).toBe(429);
    } finally {
      await strict.close();
    }
  });

  test("that an account of Google lacks is set by the link of the reset mail", async () => {
    const email = "google-only@example.org";
    const visitor = await signUp(site.current, email);
    const [user] = await site.current.db.select().from(users).where(eq(users.email, email));
    await site.current.db
      .update(accounts)
      .set({ providerId: "google", password: null, accountId: "google-7" })
      .where(eq(accounts.userId, user!.id));
    const account = async () => (await visitor.get("/identity/account")).body;
    expect(await account()).toMatchObject({ email, hasPassword: false, hasGoogle: true });
    expect(
      await visitor.post("/identity/password", { currentPassword: password, newPassword }),
    ).toMatchObject({
      status: 409,
      body: { code: "no-password" },
    });
    expect(await visitor.post("/identity/email-change", { email: "x@example.org" })).toMatchObject({
      status: 409,
      body: { code: "email-of-google" },
    });
    const token = await resetTokenFor(site.current, email);
    expect((await visitor.post("/identity/reset-password", { token, newPassword })).status).toBe(200);
    expect((await mailboxOf(site.current, email))[0]?.subject).toBe("Your Senga password has changed");
    const { visitor: again } = await signIn(email, newPassword);
    expect((await again.get("/identity/account")).body).toMatchObject({ hasPassword: true, hasGoogle: true });
  });
});

describe("confirming with Google who is logged in", () => {
  const google = async (visitor: Visitor, email: string, query = "") => {
    const from = encodeURIComponent(site.current.origin);
    const chooser = await visitor.follow(`/identity/google?attempt=a1&from=${from}${query}`);
    if (chooser.url.pathname.endsWith("/popup-done")) return chooser.url;
    const body = new URLSearchParams({ account: email });
    return (await visitor.follow(chooser.url.href, { method: "POST", body })).url;
  };
  const again = "&confirm=yes";
  const [own, other] = ["sam.rivera@gmail.example", "aiko.mori@gmail.example"];

  test("starts a new session with the same account, and nothing with another", async () => {
    const visitor = site.current.visitor();
    await google(visitor, own);
    const tokenOf = async () => decodeJwt((await visitor.get("/identity/token")).body.token);
    const before = await tokenOf();
    expect((await google(visitor, other, again)).searchParams.get("code")).toBe("user-mismatch");
    expect(await tokenOf()).toMatchObject({ sub: before.sub, sid: before.sid });
    expect(await site.current.db.select().from(users).where(eq(users.email, other))).toEqual([]);

    expect((await google(visitor, own, again)).searchParams.get("code")).toBeNull();
    const after = await tokenOf();
    expect(after.sub).toBe(before.sub);
    expect(after.sid).not.toBe(before.sid);
  });

  test("needs a session", async () => {
    expect((await google(site.current.visitor(), own, again)).searchParams.get("code")).toBe("token-expired");
  });
});

describe("sessions", () => {
  test("are listed with their times and nothing else, and end one by one or all but this", async () => {
    const email = "many@example.org";
    const visitor = await signUp(site.current, email);
    const others = [await signIn(email), await signIn(email), await signIn(email)].map(
      (each) => each.visitor,
    );
    const stranger = await signUp(site.current, "stranger@example.org");
    const list = async (of = visitor) => (await of.get("/identity/sessions")).body.sessions;
    const listed = await list();
    expect(listed).toHaveLength(4);
    for (const session of listed)
      expect(Object.keys(session).toSorted()).toEqual(["createdAt", "id", "isThis", "lastUsedAt"]);
    expect(listed.filter(({ isThis }: { isThis: boolean }) => isThis)).toHaveLength(1);

    const own = (await list(others[0])).find(({ isThis }: { isThis: boolean }) => isThis);
    const end = (from: typeof visitor, body: object) => from.post("/identity/sessions/end", body);
    expect((await end(stranger, { id: own.id })).body).toEqual({ ended: 0 });
    expect((await end(others[0]!, { id: own.id })).body).toEqual({ ended: 0 });
    expect((await end(visitor, { id: own.id })).body).toEqual({ ended: 1 });
    expect((await end(visitor, { id: own.id })).body).toEqual({ ended: 0 });
    expect((await end(visitor, { id: "none" })).status).toBe(400);
    expect([await isIn(others[0]!), await isIn(others[1]!)]).toEqual([false, true]);
    expect((await end(visitor, {})).body).toEqual({ ended: 2 });
    expect([await isIn(visitor), await isIn(others[1]!), await isIn(stranger)]).toEqual([true, false, true]);
    expect((await site.current.visitor().get("/identity/sessions")).status).toBe(401);
  });
});
