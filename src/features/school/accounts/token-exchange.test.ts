import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, useTestApp } from "../../../../test/support/app.ts";
import {
  type Issuer,
  audience,
  claims,
  exchangeToken,
  registerIdentity,
  settingsOf,
  signIdentityToken,
  startIssuer,
} from "../../../../test/support/identity-issuer.ts";
import { call } from "../../../../test/support/people.ts";

let trusted: Issuer;
let other: Issuer;
beforeAll(async () => {
  trusted = await startIssuer("trusted");
  other = await startIssuer("other");
});
afterAll(() => {
  trusted.close();
  other.close();
});

const app = useTestApp(() => settingsOf(trusted));

describe("an identity token", () => {
  test("of the trusted issuer is exchanged for an access token of 15 minutes, and makes the record of a sign-up that broke off", async () => {
    const identityToken = await signIdentityToken(trusted);
    const isRegistered = async () =>
      (await call(app.current, "GET /registration", {}, { token: identityToken })).body.isRegistered;
    expect(await isRegistered()).toBe(false);
    const { status, body } = await exchangeToken(app.current, identityToken);
    expect(status).toBe(200);
    expect(await isRegistered()).toBe(true);
    expect((await call(app.current, "GET /me", {}, body)).body).toMatchObject({
      name: claims.name,
      email: claims.email,
      image: claims.picture,
      role: "student",
      isAgeKnown: false,
    });
    const [, payload = ""] = body.token.split(".");
    const { exp, iat, role } = JSON.parse(Buffer.from(payload, "base64url").toString());
    expect(exp - iat).toBe(900);
    expect(role).toBeUndefined();
    const own = await call(
      app.current,
      "GET /users/student/{email}",
      { params: { email: claims.email } },
      body,
    );
    expect(own.body).toEqual({ student: true });
  });

  test.each([
    ["another issuer signed it", () => signIdentityToken(other)],
    [
      "another issuer signed it in the trusted one's name",
      () => signIdentityToken(other, { iss: "https://trusted.example" }),
    ],
    ["it has expired", () => signIdentityToken(trusted, { exp: Math.floor(Date.now() / 1000) - 60 })],
    ["it is for another audience", () => signIdentityToken(trusted, { aud: "another-shop" })],
    [
      "it is unsigned",
      async () =>
        new UnsecuredJWT(claims)
          .setIssuer("https://trusted.example")
          .setAudience(audience)
          .setSubject("a")
          .setExpirationTime("5m")
          .encode(),
    ],
    [
      "it has no email",
      () =>
        new SignJWT({})
          .setProtectedHeader({ alg: "ES256", kid: "1" })
          .setIssuer("https://trusted.example")
          .setAudience(audience)
          .setSubject("a")
          .setExpirationTime("5m")
          .sign(trusted.key),
    ],
    ["it is not a JWT", async () => "nonsense"],
  ])("is refused when %s", async (_, makeToken) => {
    const answer = await exchangeToken(app.current, await makeToken());
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      status: 401,
      body: { code: "unauthenticated" },
    });
  });

  test("for one email is refused for another", async () => {
    expect(
      await exchangeToken(app.current, await signIdentityToken(trusted), "boss@example.org"),
    ).toMatchObject({
      status: 403,
      body: { code: "other-email" },
    });
  });

  test.each([
    ["a NUL in its subject", { sub: "a\0b" }],
    ["an overlong subject", { sub: "a".repeat(5000) }],
    ["an invalid email", { email: "ada@" }],
  ])("with %s is refused", async (_, odd) => {
    expect((await exchangeToken(app.current, await signIdentityToken(trusted, odd))).status).toBe(401);
  });

  test("can be exchanged 30 times a minute by each person of a network", async () => {
    const strict = await startTestApp({ ...settingsOf(trusted), RATE_LIMIT_FACTOR: "1" });
    try {
      const emailOf = (index: number) => `pupil${index}@example.org`;
      const tokens = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          signIdentityToken(trusted, { email: emailOf(index), sub: `pupil-${index}` }),
        ),
      );
      await Promise.all(tokens.map((token, index) => registerIdentity(strict, token, emailOf(index))));
      for (const _ of [1, 2, 3]) {
        const answers = await Promise.all(
          tokens.map((token, index) => exchangeToken(strict, token, emailOf(index))),
        );
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      }
      const [token = ""] = tokens;
      const statuses = await Promise.all(
        Array.from({ length: 28 }, async () => (await exchangeToken(strict, token, emailOf(0))).status),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(27);
      const refused = await exchangeToken(strict, token, emailOf(0));
      expect(refused).toMatchObject({ status: 429, body: { code: "too-many-requests" } });
      const wait = Number(refused.headers.get("retry-after"));
      expect(wait > 0 && wait <= 60).toBe(true);
      expect((await exchangeToken(strict, tokens[1] ?? "", emailOf(1))).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  test("is not accepted as an access token, nor an access token as an identity token", async () => {
    const token = await signIdentityToken(trusted);
    await registerIdentity(app.current, token);
    const { body } = await exchangeToken(app.current, token);
    expect((await call(app.current, "GET /admin/payments", {}, { token })).status).toBe(401);
    expect((await exchangeToken(app.current, body.token)).status).toBe(401);
  });

  test("is not refused as invalid while the issuer's keys cannot be downloaded", async () => {
    const failing = createServer((_, response) => response.writeHead(500).end());
    await new Promise<void>((resolve) => failing.listen(0, "127.0.0.1", resolve));
    const { port } = failing.address() as AddressInfo;
    const keyless = await startTestApp({
      ...settingsOf(trusted),
      IDENTITY_JWKS_URL: `http://127.0.0.1:${port}/jwks`,
    });
    try {
      // A 401 would make the browser discard its session.
      expect((await exchangeToken(keyless, await signIdentityToken(trusted))).status).toBe(500);
    } finally {
      await keyless.close();
      failing.close();
    }
  });

  test("of another issuer is accepted where the settings name that issuer", async () => {
    const elsewhere = await startTestApp(settingsOf(other));
    try {
      expect((await registerIdentity(elsewhere, await signIdentityToken(other))).status).toBe(200);
      expect((await exchangeToken(elsewhere, await signIdentityToken(other))).status).toBe(200);
      expect((await exchangeToken(elsewhere, await signIdentityToken(trusted))).status).toBe(401);
    } finally {
      await elsewhere.close();
    }
  });

  test("with an unverified email cannot take over an existing record", async () => {
    const email = "owner@example.org";
    await registerIdentity(app.current, await signIdentityToken(trusted, { email, sub: "owner" }), email);
    const thief = await signIdentityToken(trusted, { email, sub: "thief", email_verified: false });
    expect(await exchangeToken(app.current, thief, email)).toMatchObject({
      status: 403,
      body: { code: "email-claimed" },
    });
    const proven = await signIdentityToken(trusted, { email, sub: "owner-elsewhere", email_verified: true });
    expect((await exchangeToken(app.current, proven, email)).status).toBe(200);
  });
});
