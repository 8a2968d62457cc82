import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, SignJWT, UnsecuredJWT, exportJWK, generateKeyPair } from "jose";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, startTestApp, useTestApp } from "../../../test/app.ts";
import { type Answer, call, makePerson } from "../../../test/people.ts";
import { users } from "./tables.ts";

interface Issuer {
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly key: CryptoKey;
  readonly close: () => void;
}

async function startIssuer(name: string): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "1", alg: "ES256" }] });
  const server: Server = createServer((_, response) =>
    response.setHeader("content-type", "application/json").end(jwks),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    issuer: `https://${name}.example`,
    jwksUrl: `http://127.0.0.1:${port}/jwks`,
    key: privateKey,
    close: () => server.close(),
  };
}

const audience = "senga-tests";
const claims = {
  email: "ada@example.org",
  email_verified: true,
  name: "Ada",
  picture: "/drawings/portrait-bunny.svg",
};

const sign = (
  from: Issuer,
  overrides: {
    aud?: string;
    exp?: number;
    iss?: string;
    sub?: string;
    email_verified?: boolean;
    email?: string;
  } = {},
) =>
  new SignJWT({ ...claims, ...overrides })
    .setProtectedHeader({ alg: "ES256", kid: "1" })
    .setIssuer(overrides.iss ?? from.issuer)
    .setAudience(overrides.aud ?? audience)
    .setSubject(overrides.sub ?? "ada-1")
    .setIssuedAt()
    .setExpirationTime(overrides.exp ?? "5m")
    .sign(from.key);

const withSettingsOf = ({ issuer, jwksUrl }: Issuer) => ({
  IDENTITY_ISSUER: issuer,
  IDENTITY_AUDIENCE: audience,
  IDENTITY_JWKS_URL: jwksUrl,
});

let first: Issuer;
let second: Issuer;
let app: TestApp;
beforeAll(async () => {
  first = await startIssuer("first");
  second = await startIssuer("second");
  app = await startTestApp(withSettingsOf(first));
});
afterAll(async () => {
  await app.close();
  first.close();
  second.close();
});

const exchange = (at: TestApp, token: string, email = claims.email): Promise<Answer> =>
  call(at, "POST /jwt", { body: { email } }, { token });

describe("an identity token", () => {
  test("of the trusted issuer opens a session of 15 minutes, and makes the missing record", async () => {
    const { status, body } = await exchange(app, await sign(first));
    expect(status).toBe(200);
    const [, payload = ""] = body.token.split(".");
    const { exp, iat, role } = JSON.parse(Buffer.from(payload, "base64url").toString());
    expect(exp - iat).toBe(900);
    expect(role).toBeUndefined();
    const own = await call(app, "GET /users/student/{email}", { params: { email: claims.email } }, body);
    expect(own.body).toEqual({ student: true });
  });

  test.each([
    ["another issuer's", () => sign(second)],
    ["another issuer's that names the trusted one", () => sign(second, { iss: "https://first.example" })],
    ["an expired one", () => sign(first, { exp: Math.floor(Date.now() / 1000) - 60 })],
    ["one for another audience", () => sign(first, { aud: "another-shop" })],
    [
      "one with alg none",
      async () =>
        new UnsecuredJWT(claims)
          .setIssuer("https://first.example")
          .setAudience(audience)
          .setSubject("a")
          .setExpirationTime("5m")
          .encode(),
    ],
    [
      "one without an e-mail",
      () =>
        new SignJWT({})
          .setProtectedHeader({ alg: "ES256", kid: "1" })
          .setIssuer("https://first.example")
          .setAudience(audience)
          .setSubject("a")
          .setExpirationTime("5m")
          .sign(first.key),
    ],
    ["nonsense", async () => "nonsense"],
  ])("%s is refused", async (_, makeToken) => {
    const answer = await exchange(app, await makeToken());
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      status: 401,
      body: { code: "unauthenticated" },
    });
  });

  test("for one e-mail opens no session for another", async () => {
    expect(await exchange(app, await sign(first), "boss@example.org")).toMatchObject({
      status: 403,
      body: { code: "other-email" },
    });
  });

  test.each([
    ["a subject with NUL", { sub: "a\0b" }],
    ["a subject of many pages", { sub: "a".repeat(5000) }],
    ["an email that is none", { email: "ada@" }],
  ])("with %s is nobody's", async (_, odd) => {
    expect((await exchange(app, await sign(first, odd))).status).toBe(401);
  });

  test("is exchanged so often by one person, and no less by others of the same network", async () => {
    const strict = await startTestApp({ ...withSettingsOf(first), RATE_LIMIT_FACTOR: "1" });
    try {
      const emailOf = (index: number) => `pupil${index}@example.org`;
      const tokens = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          sign(first, { email: emailOf(index), sub: `pupil-${index}` }),
        ),
      );
      for (const _ of [1, 2, 3]) {
        const answers = await Promise.all(
          tokens.map((token, index) => exchange(strict, token, emailOf(index))),
        );
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      }
      const [token = ""] = tokens;
      const statuses = await Promise.all(
        Array.from({ length: 28 }, async () => (await exchange(strict, token, emailOf(0))).status),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(27);
      const refused = await exchange(strict, token, emailOf(0));
      expect(refused).toMatchObject({ status: 429, body: { code: "too-many-requests" } });
      const wait = Number(refused.headers.get("retry-after"));
      expect(wait > 0 && wait <= 60).toBe(true);
      expect((await exchange(strict, tokens[1] ?? "", emailOf(1))).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  test("is no access token, and the other way round", async () => {
    const token = await sign(first);
    const { body } = await exchange(app, token);
    expect((await call(app, "GET /admin/payments", {}, { token })).status).toBe(401);
    expect((await exchange(app, body.token)).status).toBe(401);
  });

  test("of a second, independent issuer is trusted by settings alone", async () => {
    const other = await startTestApp(withSettingsOf(second));
    try {
      expect((await exchange(other, await sign(second))).status).toBe(200);
      expect((await exchange(other, await sign(first))).status).toBe(401);
    } finally {
      await other.close();
    }
  });

  test("with an unverified e-mail does not take over somebody's record", async () => {
    const email = "owner@example.org";
    await exchange(app, await sign(first, { email, sub: "owner" }), email);
    const thief = await sign(first, { email, sub: "thief", email_verified: false });
    expect(await exchange(app, thief, email)).toMatchObject({ status: 403, body: { code: "email-claimed" } });
    const proven = await sign(first, { email, sub: "owner-elsewhere", email_verified: true });
    expect((await exchange(app, proven, email)).status).toBe(200);
  });
});

describe("the record of a person", () => {
  test("is found without a write once it is there", async () => {
    const email = "steady@example.org";
    const token = await sign(first, { email, sub: "steady" });
    expect((await exchange(app, token, email)).status).toBe(200);
    // PostgreSQL sets xmax when a transaction locks a row, and xmin when a transaction writes one.
    const marks = () =>
      app.context.db
        .select({ locked: sql<string>`xmax::text`, written: sql<string>`xmin::text` })
        .from(users)
        .where(eq(users.email, email));
    const before = await marks();
    expect((await exchange(app, token, email)).status).toBe(200);
    expect(await marks()).toEqual(before);
  });

  test("is not given to somebody whose email changed to one that another record has", async () => {
    await exchange(app, await sign(first, { email: "old@example.org", sub: "mover" }), "old@example.org");
    await exchange(app, await sign(first, { email: "kept@example.org", sub: "keeper" }), "kept@example.org");
    for (const email of ["kept@example.org", "free@example.org"]) {
      const token = await sign(first, { email, sub: "mover", email_verified: true });
      const refused = await exchange(app, token, email);
      expect(refused).toMatchObject({
        status: 403,
        body: { code: "other-email", detail: expect.stringContaining("has changed since you joined") },
      });
      const body = { name: "Mover", email, image: "/drawings/portrait-cat.svg" };
      expect((await call(app, "POST /users", { body }, { token })).body.code).toBe("other-email");
    }
  });

  test("is always a student's, and stored once", async () => {
    const email = "new@example.org";
    const token = await sign(first, { email, sub: "new" });
    const body = { name: "New", email, image: "https://example.org/me.png", role: "admin" };
    const stored = await call(app, "POST /users", { body }, { token });
    expect(stored.body).toEqual({ insertedId: expect.any(String) });
    expect((await call(app, "POST /users", { body }, { token })).body).toEqual({ insertedId: null });
    const record = (await app.context.db.select().from(users)).find((row) => row.email === email);
    expect(record).toMatchObject({ role: "student", name: "New", image: "https://example.org/me.png" });
    expect(
      (await call(app, "POST /users", { body: { ...body, email: "x@example.org" } }, { token })).status,
    ).toBe(403);
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "//elsewhere.example/x.png",
    "/\\elsewhere.example/x.png",
    "/identity/sign-out",
    "/images/../identity/session",
    "https://name:password@elsewhere.example/x.png",
    "https://elsewhere.example/a b.png",
    "me.png",
    "http://example.org/me.png",
  ])("takes no picture from %s", async (image) => {
    const token = await sign(first, { email: "pic@example.org", sub: "pic" });
    const answer = await call(
      app,
      "POST /users",
      { body: { name: "Pic", email: "pic@example.org", image } },
      { token },
    );
    expect(answer.body).toMatchObject({ code: "invalid-input", fields: [{ field: "image" }] });
  });
});

describe("roles", () => {
  const own = useTestApp();

  test("are told to oneself and to admins", async () => {
    const student = await makePerson(own.current, "student");
    const admin = await makePerson(own.current, "admin");
    const ask = (role: string, person: typeof student) =>
      call(own.current, `GET /users/${role}/{email}`, { params: { email: student.email } }, person);
    expect((await ask("student", student)).body).toEqual({ student: true });
    expect((await ask("instructor", student)).body).toEqual({ instructor: false });
    expect((await ask("admin", admin)).body).toEqual({ admin: false });
  });

  test("are told to oneself in one call, with what shows who it is", async () => {
    for (const role of ["student", "instructor", "admin"] as const) {
      const { id, name, email, image, token } = await makePerson(own.current, role);
      const flags = { student: false, instructor: false, admin: false, [role]: true };
      expect(await call(own.current, "GET /me", {}, { token })).toMatchObject({
        status: 200,
        body: { _id: id, name, email, image, role, ...flags },
      });
    }
    expect((await call(own.current, "GET /me")).status).toBe(401);
  });

  test("are nobody's for a token of ours whose subject is no id", async () => {
    const token = await own.current.context.accessTokens.issue("not-an-id");
    expect((await call(own.current, "GET /me", {}, { token })).status).toBe(401);
  });

  test("hold from the moment they change, for tokens that are out already", async () => {
    const student = await makePerson(own.current, "student");
    const admin = await makePerson(own.current, "admin");
    const mine = () =>
      call(own.current, "GET /classes/instructor/{email}", { params: { email: student.email } }, student);
    expect((await mine()).status).toBe(403);
    await call(own.current, "PATCH /users/instructor/{id}", { params: { id: student.id } }, admin);
    expect((await mine()).status).toBe(200);
  });

  test("end with the token after 15 minutes", async () => {
    const student = await makePerson(own.current, "student");
    const mine = () =>
      call(own.current, "GET /selected/classes/{email}", { params: { email: student.email } }, student);
    expect((await mine()).status).toBe(200);
    own.current.clock.advance(15 * 60 + 1);
    expect((await mine()).status).toBe(401);
  });

  test("nobody changes their own, nobody gets the one they have", async () => {
    const admin = await makePerson(own.current, "admin");
    const instructor = await makePerson(own.current, "instructor");
    const promote = (role: string, id: string) =>
      call(own.current, `PATCH /users/${role}/{id}`, { params: { id } }, admin);
    expect((await promote("instructor", admin.id)).body.code).toBe("own-role");
    expect((await promote("instructor", instructor.id)).body.code).toBe("has-role-already");
    expect((await promote("admin", instructor.id)).body).toEqual({ modifiedCount: 1 });
    expect((await promote("admin", "0198c0de-0000-7000-8000-000000000000")).body.code).toBe("user-not-found");
  });
});
