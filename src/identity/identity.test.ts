import { eq, sql } from "drizzle-orm";
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { passwordProblem, passwordRules } from "./password-policy.ts";
import { networkOf } from "../http/visitor-rate-limit.ts";
import type { Limits } from "./rate-limit.ts";
import { rateLimits } from "../platform/rate-limiter.ts";
import { accounts, sessions, signingKeys, users, verifications } from "./tables.ts";
import { type TestSite, type Visitor, openSite } from "../../test/identity-site.ts";

const password = "Draw!2026";
const person = (email: string) => ({
  name: "Mina Park",
  email,
  password,
  photoURL: "/drawings/portrait-cat.svg",
});

const problem = (code: string, status: number, detail: string) => ({
  status,
  body: expect.objectContaining({
    type: `urn:senga:problem:${code}`,
    title: expect.any(String),
    status,
    code,
    detail,
  }),
});

describe("password rules", () => {
  const classes =
    "Password Must have one uppercase, one lowercase, one number, one special character [!@#$&*]";
  test.each([
    ["", "Password is required"],
    ["aB1!x", "Password Must Be 8 Characters"],
    ["aB1!5678901234567890x", "Password Must Be Less Then 20 Characters"],
    ["draw!2026", classes],
    ["DRAW!2026", classes],
    ["Draw!Draw", classes],
    ["Draw_2026", classes],
    ["aB1!xy", undefined],
    ["aB1!5678901234567890", undefined],
    [password, undefined],
  ])("%j: %s", (candidate, message) => {
    expect(passwordProblem(candidate)).toBe(message);
    expect(passwordRules.every((rule) => rule.isMet(candidate))).toBe(message === undefined);
  });
});

test("an IPv6 network counts as one address", () => {
  expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe(networkOf("2001:db8:1:2::9"));
  expect(networkOf("2001:db8::1")).toBe("2001:db8::");
  expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
  expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.7");
  expect(networkOf("192.0.2.7")).toBe("192.0.2.7");
});

interface Mail {
  readonly subject: string;
  readonly links: readonly [string, ...string[]];
}

describe("identity provider", () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const signedUp = async (email: string): Promise<Visitor> => {
    const visitor = site.visitor();
    expect((await visitor.post("/identity/sign-up", person(email))).status).toBe(200);
    return visitor;
  };
  const mailTo = async (email: string) => {
    const mails: Mail[] = (await site.visitor().get(`/sandbox/mailbox.json?to=${email}`)).body;
    return mails[0]!;
  };
  const resetMailsTo = async (email: string) => {
    const mails: Mail[] = (await site.visitor().get(`/sandbox/mailbox.json?to=${email}`)).body;
    return mails.filter(({ subject }) => subject === "Reset your Senga password");
  };
  const resetTokenFor = async (email: string) => {
    const before = (await resetMailsTo(email)).length;
    await site.visitor().post("/identity/forgot-password", { email });
    await expect.poll(() => resetMailsTo(email)).toHaveLength(before + 1);
    return new URL((await resetMailsTo(email))[0]!.links[0]).searchParams.get("token");
  };

  describe("signing up", () => {
    test("signs the person in and mails a link that confirms the address", async () => {
      const visitor = site.visitor();
      const answer = await visitor.post("/identity/sign-up", {
        ...person("New.Person@Example.org"),
        emailVerified: true,
      });
      const user = {
        email: "new.person@example.org",
        displayName: "Mina Park",
        photoURL: "/drawings/portrait-cat.svg",
        emailVerified: false,
      };
      expect(answer).toMatchObject({ status: 200, body: { user } });
      expect((await visitor.get("/identity/session")).body).toEqual({ user });

      const { subject, links } = await mailTo("new.person@example.org");
      expect(subject).toBe("Confirm your email for Senga");
      const confirmed = await site.visitor().fetch(links[0]);
      expect(confirmed.headers.get("location")).toBe(`${site.origin}/confirm-email?result=confirmed`);
      expect((await visitor.get("/identity/session")).body.user.emailVerified).toBe(true);

      const resultOf = async (link: string) =>
        (await site.visitor().fetch(link)).headers.get("location")?.split("?")[1];
      expect(await resultOf(links[0])).toBe("result=already");
      for (const broken of [`${links[0]}x`, links[0].slice(0, -90), "/identity/verify-email"]) {
        expect(await resultOf(broken)).toBe("result=expired");
      }
    });

    test.each([
      ["name", "", "Name is required"],
      ["name", undefined, "Name is required"],
      ["name", "Mina\0", "Enter a name without control characters"],
      ["email", " ", "Email is required"],
      ["email", ["mina@example.org"], "Email is required"],
      ["email", "mina@", "Enter a valid email address, like name@example.com"],
      ["photoURL", "", "PhotoURL is Required"],
      ["photoURL", "/drawings/\0.svg", "Enter a link to a picture, starting with https://"],
      ["photoURL", "javascript:alert(1)", "Enter a link to a picture, starting with https://"],
    ])("refuses %s %j", async (field, value, message) => {
      const answer = await site
        .visitor()
        .post("/identity/sign-up", { ...person("rules@example.org"), [field]: value });
      expect(answer).toMatchObject(problem("invalid-input", 400, message));
      expect(answer.body.fields).toEqual([{ field, message }]);
      expect(answer.headers.get("content-type")).toContain("application/problem+json");
    });

    test.each([
      ["", "Password is required"],
      ["aB1!x", "Password Must Be 8 Characters"],
      ["aB1!5678901234567890x", "Password Must Be Less Then 20 Characters"],
      [
        "draw-2026",
        "Password Must have one uppercase, one lowercase, one number, one special character [!@#$&*]",
      ],
    ])("refuses the password %j", async (weak, message) => {
      const answer = await site
        .visitor()
        .post("/identity/sign-up", { ...person("rules@example.org"), password: weak });
      expect(answer).toMatchObject(problem("weak-password", 400, message));
    });

    test("refuses an e-mail that has an account, in any case, and also when two ask at once", async () => {
      await signedUp("taken@example.org");
      const again = await site.visitor().post("/identity/sign-up", person("TAKEN@example.org"));
      expect(again).toMatchObject(problem("email-already-in-use", 409, expect.stringContaining("account")));

      const both = await Promise.all(
        [1, 2].map(() => site.visitor().post("/identity/sign-up", person("both@example.org"))),
      );
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    });
  });

  describe("signing in", () => {
    test("sets a cookie that scripts cannot read and only the identity provider gets", async () => {
      await signedUp("cookie@example.org");
      const visitor = site.visitor();
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
      const [session] = await site.db
        .select()
        .from(sessions)
        .orderBy(sql`created_at desc`)
        .limit(1);
      expect(session).toMatchObject({ ipAddress: "", userAgent: "" });
    });

    test("where the site has TLS, the cookie is sent over nothing else", async () => {
      const secure = await openSite({ shared: site.database, publicOrigin: "https://school.invalid" });
      try {
        await signedUp("tls@example.org");
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

    test("answers a wrong password and an unknown e-mail alike", async () => {
      await signedUp("known@example.org");
      const wrong = await site
        .visitor()
        .post("/identity/sign-in", { email: "known@example.org", password: "Draw!2027" });
      const unknown = await site
        .visitor()
        .post("/identity/sign-in", { email: "unknown@example.org", password });
      const tooLong = await site
        .visitor()
        .post("/identity/sign-in", { email: "known@example.org", password: "x".repeat(500) });
      expect(wrong).toMatchObject(problem("wrong-password", 401, "Wrong email or password."));
      const { requestId, ...said } = wrong.body;
      expect(requestId).toBeTypeOf("string");
      expect(unknown.body).toMatchObject(said);
      expect(tooLong.body).toMatchObject(said);
    });

    test("signing out ends the session for every copy of the cookie", async () => {
      const visitor = await signedUp("leaving@example.org");
      const before = (await visitor.get("/identity/token")).status;
      const stolen = site.visitor();
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

    test("a forged cookie is nobody's", async () => {
      const answer = await site.visitor().fetch("/identity/session", {
        headers: { cookie: "senga.session_token=abcdefgh.c2lnbmF0dXJl" },
      });
      expect(await answer.json()).toEqual({ user: null });
    });

    test("a session that has run out is none, and is cleared away by the next sign-in", async () => {
      const visitor = await signedUp("late@example.org");
      const [user] = await site.db.select().from(users).where(eq(users.email, "late@example.org"));
      const ofUser = eq(sessions.userId, user!.id);
      await site.db
        .update(sessions)
        .set({ expiresAt: new Date("2020-01-01") })
        .where(ofUser);
      expect(
        (await site.visitor().post("/identity/sign-in", { email: "late@example.org", password })).status,
      ).toBe(200);
      expect(await site.db.select().from(sessions).where(ofUser)).toHaveLength(1);
      expect((await visitor.get("/identity/session")).body).toEqual({ user: null });
    });
  });

  test("the profile can be changed, and nothing else of the account", async () => {
    const visitor = await signedUp("profile@example.org");
    const changed = await visitor.post("/identity/profile", {
      displayName: "Mina P.",
      photoURL: "https://example.org/mina.png",
      email: "other@example.org",
      emailVerified: true,
    });
    const user = {
      email: "profile@example.org",
      displayName: "Mina P.",
      photoURL: "https://example.org/mina.png",
      emailVerified: false,
    };
    expect(changed).toMatchObject({ status: 200, body: { user } });
    expect((await visitor.get("/identity/session")).body).toEqual({ user });
    expect((await visitor.post("/identity/profile", { displayName: "Mina" })).body.user.photoURL).toBe(
      user.photoURL,
    );
    expect(await visitor.post("/identity/profile", { displayName: "" })).toMatchObject(
      problem("invalid-input", 400, "Name is required"),
    );
    expect(await site.visitor().post("/identity/profile", { displayName: "Nobody" })).toMatchObject(
      problem("token-expired", 401, "Your session has expired. Log in again."),
    );
  });

  describe("a forgotten password", () => {
    test("is replaced by a mailed link, once, and every session ends", async () => {
      const elsewhere = await signedUp("forgot@example.org");
      const older = await resetTokenFor("forgot@example.org");
      const token = await resetTokenFor("Forgot@example.org");
      const mail = await mailTo("forgot@example.org");
      expect(mail.subject).toBe("Reset your Senga password");
      expect(mail.links).toEqual([`${site.origin}/reset-password?token=${token}`]);
      expect(
        await site.db
          .select()
          .from(verifications)
          .where(sql`identifier like ${`%${token}%`}`),
      ).toEqual([]);

      const visitor = site.visitor();
      const isValid = async (tried: unknown) =>
        (await visitor.post("/identity/reset-password/check", { token: tried })).body.isValid;
      expect([await isValid(token), await isValid(older)]).toEqual([true, true]);
      const weak = await visitor.post("/identity/reset-password", { token, newPassword: "short" });
      expect(weak).toMatchObject(problem("weak-password", 400, "Password Must Be 8 Characters"));
      expect(
        (await visitor.post("/identity/reset-password", { token, newPassword: "New!2026" })).status,
      ).toBe(200);

      expect((await elsewhere.get("/identity/session")).body).toEqual({ user: null });
      expect(
        (await visitor.post("/identity/sign-in", { email: "forgot@example.org", password })).status,
      ).toBe(401);
      const signIn = await visitor.post("/identity/sign-in", {
        email: "forgot@example.org",
        password: "New!2026",
      });
      expect(signIn.body.user.emailVerified).toBe(true);
      for (const used of [token, older, "never-given", "\0", "", 7]) {
        const answer = await visitor.post("/identity/reset-password", {
          token: used,
          newPassword: "New!2027",
        });
        expect(answer).toMatchObject(problem("token-expired", 400, expect.stringContaining("expired")));
        expect(await isValid(used)).toBe(false);
      }
    });

    test("ends the count of guesses at the old one", async () => {
      await signedUp("locked@example.org");
      await site.db.delete(rateLimits);
      const limits = { failedSignInsHere: { calls: 2, seconds: 60 } };
      const strict = await openSite({ shared: site.database, limits, rateLimitFactor: 1 });
      try {
        const signIn = async (typed: string) =>
          (await strict.visitor().post("/identity/sign-in", { email: "locked@example.org", password: typed }))
            .status;
        expect([await signIn("Old!2026"), await signIn("Old!2027"), await signIn(password)]).toEqual([
          401, 401, 429,
        ]);
        const token = await resetTokenFor("locked@example.org");
        await strict.visitor().post("/identity/reset-password", { token, newPassword: "New!2026" });
        expect(await signIn("New!2026")).toBe(200);
      } finally {
        await strict.close();
      }
    });

    test("the link ends after an hour", async () => {
      await signedUp("slow@example.org");
      const token = await resetTokenFor("slow@example.org");
      const [user] = await site.db.select().from(users).where(eq(users.email, "slow@example.org"));
      const ofUser = eq(verifications.value, user!.id);
      const [row] = await site.db.select().from(verifications).where(ofUser);
      const minutes = (row!.expiresAt.getTime() - row!.createdAt.getTime()) / 60_000;
      expect(Math.round(minutes)).toBe(60);
      await site.db
        .update(verifications)
        .set({ expiresAt: new Date("2020-01-01") })
        .where(ofUser);
      const checked = await site.visitor().post("/identity/reset-password/check", { token });
      expect(checked.body).toEqual({ isValid: false });
      const answer = await site
        .visitor()
        .post("/identity/reset-password", { token, newPassword: "New!2026" });
      expect(answer).toMatchObject(problem("token-expired", 400, expect.stringContaining("expired")));
    });

    test("the answer does not tell whether the address is known, and a stranger gets no mail", async () => {
      await signedUp("quiet@example.org");
      const unknown = await site
        .visitor()
        .post("/identity/forgot-password", { email: "stranger@example.org" });
      const known = await site.visitor().post("/identity/forgot-password", { email: "quiet@example.org" });
      expect([known.status, known.body]).toEqual([200, {}]);
      expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
      await expect.poll(() => resetMailsTo("quiet@example.org")).toHaveLength(1);
      expect(await mailTo("stranger@example.org")).toBeUndefined();
    });
  });

  test("the verification mail is sent again on request, until the address is confirmed", async () => {
    const visitor = await signedUp("again@example.org");
    expect((await visitor.post("/identity/verification-mail")).status).toBe(200);
    const mails = (await site.visitor().get("/sandbox/mailbox.json?to=again@example.org")).body;
    expect(mails).toHaveLength(2);
    await site.visitor().fetch(mails[0].links[0]);
    await visitor.post("/identity/verification-mail");
    expect((await site.visitor().get("/sandbox/mailbox.json?to=again@example.org")).body).toHaveLength(2);
    expect((await site.visitor().post("/identity/verification-mail")).body.code).toBe("token-expired");
  });

  describe("identity tokens", () => {
    test("carry the claims, are signed with the published key, and live five minutes", async () => {
      const visitor = await signedUp("token@example.org");
      const { token } = (await visitor.get("/identity/token")).body;
      const keys = createRemoteJWKSet(new URL(`${site.origin}/identity/jwks`));
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer: `${site.origin}/identity`,
        audience: site.origin,
        algorithms: ["ES256"],
      });
      const [user] = await site.db.select().from(users).where(eq(users.email, "token@example.org"));
      expect(payload).toEqual({
        iss: `${site.origin}/identity`,
        aud: site.origin,
        sub: user!.id,
        iat: expect.any(Number),
        exp: payload.iat! + 300,
        email: "token@example.org",
        email_verified: false,
        name: "Mina Park",
        picture: "/drawings/portrait-cat.svg",
      });
      const published = (await site.visitor().get("/identity/jwks")).body.keys;
      expect(published.map((key: { kid: string }) => key.kid)).toContain(protectedHeader.kid);
      expect(Object.keys(published[0])).not.toContain("d");
    });

    test("are refused without a session", async () => {
      expect(await site.visitor().get("/identity/token")).toMatchObject(
        problem("token-expired", 401, "Your session has expired. Log in again."),
      );
    });

    test("several processes on one database sign with one key, from the first moment on", async () => {
      await site.db.delete(signingKeys);
      const other = await openSite({ shared: site.database });
      try {
        const here = await signedUp("here@example.org");
        const there = other.visitor();
        await there.post("/identity/sign-in", { email: "here@example.org", password });
        const answers = await Promise.all(
          [here, there, here, there].map((visitor) => visitor.get("/identity/token")),
        );
        const kids = answers.map(({ body }) => decodeProtectedHeader(body.token).kid);
        expect(new Set(kids).size).toBe(1);
        const { body } = await other.visitor().get("/identity/jwks");
        expect(body).toEqual((await site.visitor().get("/identity/jwks")).body);
        expect(body.keys.map((key: { kid: string }) => key.kid)).toEqual([kids[0]]);
      } finally {
        await other.close();
      }
    });

    test("a change of the secret leads to a new key, and the old one stays published", async () => {
      await (await signedUp("before@example.org")).get("/identity/token");
      const other = await openSite({ shared: site.database, secret: "b".repeat(63) + "1" });
      try {
        const visitor = other.visitor();
        await visitor.post("/identity/sign-in", { email: "before@example.org", password });
        const { token } = (await visitor.get("/identity/token")).body;
        const kid = decodeProtectedHeader(token).kid;
        const kids = (await visitor.get("/identity/jwks")).body.keys.map((key: { kid: string }) => key.kid);
        expect(kids).toHaveLength(2);
        expect(kids).toContain(kid);
      } finally {
        await other.close();
      }
    });
  });

  describe("refusals", () => {
    test("pages at other addresses", async () => {
      for (const origin of ["https://evil.example", "null", `${site.origin}.evil.example`]) {
        const answer = await site
          .visitor()
          .post("/identity/sign-in", { email: "a@example.org", password }, { origin });
        expect(answer).toMatchObject(
          problem("unauthorized-domain", 403, expect.stringContaining(site.origin)),
        );
      }
      const hidden = await fetch(`${site.origin}/identity/sign-out`, {
        method: "POST",
        headers: { "sec-fetch-site": "cross-site" },
      });
      expect(hidden.status).toBe(403);
    });

    test("bodies that are not small JSON objects", async () => {
      const visitor = site.visitor();
      expect(await visitor.post("/identity/sign-in", "{")).toMatchObject(
        problem("malformed-json", 400, expect.any(String)),
      );
      expect(await visitor.post("/identity/sign-in", "[1]")).toMatchObject(
        problem("invalid-input", 400, expect.any(String)),
      );
      expect(await visitor.post("/identity/sign-in", '{"__proto__":{"email":"a"}}')).toMatchObject({
        status: 400,
      });
      expect(
        await visitor.post("/identity/sign-in", "email=a", { "content-type": "text/plain" }),
      ).toMatchObject(problem("unsupported-media-type", 415, expect.any(String)));
      const large = { email: "a@example.org", password: "x".repeat(20_000) };
      expect(await visitor.post("/identity/sign-in", large)).toMatchObject(
        problem("body-too-large", 413, expect.any(String)),
      );
      const stream = await visitor.fetch("/identity/sign-in", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: new Blob([JSON.stringify(large)]).stream(),
        duplex: "half",
      } as RequestInit);
      expect(stream.status).toBe(413);
    });

    test.each([
      "/identity",
      "/identity/nothing",
      "/identity/sign-up/email",
      "/identity/get-session",
      "/identity/update-user",
    ])("%s is not an address of it", async (path) => {
      for (const method of ["GET", "POST", "DELETE"]) {
        const response = await site.visitor().fetch(path, { method, headers: { origin: site.origin } });
        expect([response.status, response.headers.get("content-type")]).toEqual([
          404,
          expect.stringContaining(path === "/identity" ? "json" : "application/problem+json"),
        ]);
      }
    });

    describe("too many sign-ins", () => {
      const open = async (limits: Partial<Limits> = {}) => {
        await site.db.delete(rateLimits);
        return openSite({ shared: site.database, limits, rateLimitFactor: 1, trustProxy: true });
      };
      const signIn = (at: TestSite, email: string, from: string, typed = password) =>
        at.visitor().post("/identity/sign-in", { email, password: typed }, { "x-forwarded-for": from });
      const tooMany = problem(
        "too-many-requests",
        429,
        expect.stringMatching(/^Too many tries\. Wait \d+ (seconds|minutes), then try again\.$/),
      );

      test("a lesson of thirty behind one router is let in within a minute, mistyped passwords included", async () => {
        const school = await open();
        try {
          const emails = Array.from({ length: 30 }, (_, index) => `pupil${index}@example.org`);
          await site.identity.createAccounts(
            emails.map((email) => ({ name: "Pupil", email, password, image: "/drawings/portrait-fox.svg" })),
          );
          const wrong = await Promise.all(
            emails.slice(0, 4).map((email) => signIn(school, email, "192.0.2.1", "Wrong!2026")),
          );
          expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401]));
          const right = await Promise.all(emails.map((email) => signIn(school, email, "192.0.2.1")));
          expect(new Set(right.map(({ status }) => status))).toEqual(new Set([200]));
        } finally {
          await school.close();
        }
      }, 180_000);

      test("guesses at one account end, by each of several processes, and the right password ends the count", async () => {
        await signedUp("guessed@example.org");
        const limits = { failedSignInsHere: { calls: 3, seconds: 60 } };
        const one = await open(limits);
        const two = await openSite({ shared: site.database, limits, rateLimitFactor: 1, trustProxy: true });
        try {
          const guess = async (at: TestSite) =>
            (await signIn(at, "guessed@example.org", "192.0.2.2", "Wrong!2026")).status;
          expect([await guess(one), await guess(two)]).toEqual([401, 401]);
          expect((await signIn(one, "guessed@example.org", "192.0.2.2")).status).toBe(200);
          expect([await guess(one), await guess(two), await guess(one)]).toEqual([401, 401, 401]);
          const refused = await signIn(two, "Guessed@example.org", "192.0.2.2");
          expect(refused).toMatchObject(tooMany);
          const seconds = Number(refused.headers.get("retry-after"));
          expect(seconds).toBeGreaterThan(0);
          expect(seconds).toBeLessThanOrEqual(60);
          expect((await signIn(one, "both@example.org", "192.0.2.2")).status).toBe(200);
          expect((await signIn(one, "guessed@example.org", "192.0.2.3")).status).toBe(200);
        } finally {
          await one.close();
          await two.close();
        }
      });

      test("many at the same moment do not pass together", async () => {
        await signedUp("rushed@example.org");
        const school = await open({ failedSignInsHere: { calls: 3, seconds: 60 } });
        try {
          const answers = await Promise.all(
            Array.from({ length: 8 }, () => signIn(school, "rushed@example.org", "192.0.2.4", "Wrong!2026")),
          );
          expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
            401, 401, 401, 429, 429, 429, 429, 429,
          ]);
        } finally {
          await school.close();
        }
      });

      test("from many networks on one account do not lock out who was there before", async () => {
        await signedUp("wanted@example.org");
        const school = await open({ failedSignInsElsewhere: { calls: 3, seconds: 60 } });
        try {
          expect((await signIn(school, "wanted@example.org", "192.0.2.5")).status).toBe(200);
          const statuses: number[] = [];
          for (const last of [11, 12, 13, 14]) {
            statuses.push(
              (await signIn(school, "wanted@example.org", `192.0.2.${last}`, "Wrong!2026")).status,
            );
          }
          expect(statuses).toEqual([401, 401, 401, 429]);
          expect((await signIn(school, "wanted@example.org", "192.0.2.15")).status).toBe(429);
          expect((await signIn(school, "wanted@example.org", "192.0.2.5")).status).toBe(200);
        } finally {
          await school.close();
        }
      });

      test("one password on many accounts, known or not, from one network", async () => {
        const school = await open({ failedSignInsFrom: { calls: 4, seconds: 60 } });
        try {
          const statuses: number[] = [];
          for (const name of ["taken", "nobody1", "both", "nobody2", "nobody3"]) {
            statuses.push((await signIn(school, `${name}@example.org`, "192.0.2.6", "Wrong!2026")).status);
          }
          expect(statuses).toEqual([401, 401, 401, 401, 429]);
          expect((await signIn(school, "taken@example.org", "192.0.2.7")).status).toBe(200);
        } finally {
          await school.close();
        }
      });

      test("an unknown email is bounded as a known one is", async () => {
        await signedUp("alike@example.org");
        const school = await open({ failedSignInsHere: { calls: 2, seconds: 60 } });
        try {
          const told = async (email: string) => {
            const answers: unknown[] = [];
            for (const _ of [1, 2, 3, 4]) {
              const { status, body } = await signIn(school, email, "192.0.2.8", "Wrong!2026");
              const { requestId, detail, ...said } = body;
              expect(requestId).toBeTypeOf("string");
              answers.push([status, said, String(detail).replace(/\d+/, "")]);
            }
            return answers;
          };
          expect(await told("no-such@example.org")).toEqual(await told("alike@example.org"));
        } finally {
          await school.close();
        }
      });
    });

    test("mails to one address are bounded without telling it", async () => {
      await signedUp("flooded@example.org");
      await site.db.delete(rateLimits);
      const limits = { mailsPerEmail: { calls: 2, seconds: 60 } };
      const careful = await openSite({ shared: site.database, limits, rateLimitFactor: 1 });
      try {
        for (const _ of [1, 2, 3]) {
          expect(
            (await careful.visitor().post("/identity/forgot-password", { email: "flooded@example.org" }))
              .status,
          ).toBe(200);
        }
        await expect.poll(() => resetMailsTo("flooded@example.org")).toHaveLength(2);
        // A later mail proves that the queue is empty.
        await site.db.delete(rateLimits);
        await resetTokenFor("flooded@example.org");
        expect(await resetMailsTo("flooded@example.org")).toHaveLength(3);
      } finally {
        await careful.close();
      }
    });
  });

  test("demo accounts are made once, verified, and sign in", async () => {
    const people = ["one", "two", "three"].map((name) => ({
      name,
      email: `${name}@senga.example`,
      password,
      image: "/drawings/portrait-fox.svg",
    }));
    const subjects = await site.identity.createAccounts(people);
    expect([...subjects.keys()].toSorted()).toEqual([
      "one@senga.example",
      "three@senga.example",
      "two@senga.example",
    ]);
    expect(await site.identity.createAccounts(people)).toEqual(subjects);
    const { user } = (
      await site.visitor().post("/identity/sign-in", { email: "two@senga.example", password })
    ).body;
    expect(user).toMatchObject({ displayName: "two", emailVerified: true });
    expect(
      await site.db
        .select()
        .from(accounts)
        .where(eq(accounts.userId, subjects.get("two@senga.example")!)),
    ).toHaveLength(1);
  });
});
