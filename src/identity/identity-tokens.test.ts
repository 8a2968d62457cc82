/** @databases both: advisory lock and timestamps of the signing keys */
import { eq } from "drizzle-orm";
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { password, problem, signUp } from "../../test/support/identity-accounts.ts";
import { openSite, useSite } from "../../test/support/identity-site.ts";
import { signingKeys, users } from "./tables.ts";

const site = useSite();

describe("an identity token", () => {
  test("carries the claims, is signed with the published key, and expires after five minutes", async () => {
    const visitor = await signUp(site.current, "token@example.org");
    const { token } = (await visitor.get("/identity/token")).body;
    const keys = createRemoteJWKSet(new URL(`${site.current.origin}/identity/jwks`));
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: `${site.current.origin}/identity`,
      audience: site.current.origin,
      algorithms: ["ES256"],
    });
    const [user] = await site.current.db.select().from(users).where(eq(users.email, "token@example.org"));
    expect(payload).toEqual({
      iss: `${site.current.origin}/identity`,
      aud: site.current.origin,
      sub: user!.id,
      sid: expect.any(String),
      auth_time: expect.any(Number),
      iat: expect.any(Number),
      exp: payload.iat! + 300,
      email: "token@example.org",
      email_verified: false,
      name: "Mina Park",
      picture: "/drawings/portrait-cat.svg",
      adult_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const published = (await site.current.visitor().get("/identity/jwks")).body.keys;
    expect(published.map((key: { kid: string }) => key.kid)).toContain(protectedHeader.kid);
    expect(Object.keys(published[0])).not.toContain("d");
  });

  test("is refused without a session", async () => {
    expect(await site.current.visitor().get("/identity/token")).toMatchObject(
      problem("token-expired", 401, "Your session has expired. Log in again."),
    );
  });

  test("is signed with one key by all processes on one database, from the first request on", async () => {
    await site.current.db.delete(signingKeys);
    const other = await openSite({ shared: site.current.database });
    try {
      const here = await signUp(site.current, "here@example.org");
      const there = other.visitor();
      await there.post("/identity/sign-in", { email: "here@example.org", password });
      const answers = await Promise.all(
        [here, there, here, there].map((visitor) => visitor.get("/identity/token")),
      );
      const kids = answers.map(({ body }) => decodeProtectedHeader(body.token).kid);
      expect(new Set(kids).size).toBe(1);
      const { body } = await other.visitor().get("/identity/jwks");
      expect(body).toEqual((await site.current.visitor().get("/identity/jwks")).body);
      expect(body.keys.map((key: { kid: string }) => key.kid)).toEqual([kids[0]]);
    } finally {
      await other.close();
    }
  });

  test("is signed with a new key after the secret changes, and the old one is no longer published", async () => {
    await (await signUp(site.current, "before@example.org")).get("/identity/token");
    const other = await openSite({ shared: site.current.database, secret: "b".repeat(63) + "1" });
    try {
      const visitor = other.visitor();
      await visitor.post("/identity/sign-in", { email: "before@example.org", password });
      const { token } = (await visitor.get("/identity/token")).body;
      const kid = decodeProtectedHeader(token).kid;
      const kids = (await visitor.get("/identity/jwks")).body.keys.map((key: { kid: string }) => key.kid);
      expect(kids).toEqual([kid]);
    } finally {
      await other.close();
    }
  });
});
