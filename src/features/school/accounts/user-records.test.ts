import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import {
  type Issuer,
  exchangeToken,
  registerIdentity,
  settingsOf,
  signIdentityToken,
  startIssuer,
} from "../../../../test/support/identity-issuer.ts";
import { call } from "../../../../test/support/people.ts";
import { users } from "../../../access/tables.ts";

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer("trusted");
});
afterAll(() => issuer.close());

const app = useTestApp(() => settingsOf(issuer));

describe("a user record", () => {
  test("is not written again by later sign-ins", async () => {
    const email = "steady@example.org";
    const token = await signIdentityToken(issuer, { email, sub: "steady" });
    await registerIdentity(app.current, token, email);
    expect((await exchangeToken(app.current, token, email)).status).toBe(200);
    // PostgreSQL sets xmax when a transaction locks a row, and xmin when a transaction writes one.
    const marks = () =>
      app.current.context.db
        .select({ locked: sql<string>`xmax::text`, written: sql<string>`xmin::text` })
        .from(users)
        .where(eq(users.email, email));
    const before = await marks();
    expect((await exchangeToken(app.current, token, email)).status).toBe(200);
    expect(await marks()).toEqual(before);
  });

  test("that is suspended gets no access token", async () => {
    const email = "suspended@example.org";
    const token = await signIdentityToken(issuer, { email, sub: "suspended" });
    await registerIdentity(app.current, token, email);
    expect((await exchangeToken(app.current, token, email)).status).toBe(200);
    const { clock, context } = app.current;
    await context.db.update(users).set({ suspendedAt: clock.now() }).where(eq(users.email, email));
    expect(await exchangeToken(app.current, token, email)).toMatchObject({
      status: 403,
      body: { code: "account-suspended" },
    });
  });

  test("follows an email that its provider changed and verified, and no other", async () => {
    const register = async (email: string, sub: string) =>
      registerIdentity(app.current, await signIdentityToken(issuer, { email, sub }), email);
    await register("old@example.org", "mover");
    await register("kept@example.org", "keeper");
    const tokenOf = (email: string, isVerified: boolean) =>
      signIdentityToken(issuer, { email, sub: "mover", email_verified: isVerified });
    for (const [email, isVerified] of [
      ["kept@example.org", true],
      ["free@example.org", false],
    ] as const) {
      const token = await tokenOf(email, isVerified);
      const refused = await exchangeToken(app.current, token, email);
      expect(refused).toMatchObject({
        status: 403,
        body: { code: "other-email", detail: expect.stringContaining("has changed since you joined") },
      });
      expect((await registerIdentity(app.current, token, email)).body.code).toBe("other-email");
    }
    const email = "free@example.org";
    const { body } = await exchangeToken(app.current, await tokenOf(email, true), email);
    expect((await call(app.current, "GET /me", {}, body)).body).toMatchObject({ email, name: "Ada" });
    expect((await app.current.context.db.select().from(users)).map((user) => user.email).toSorted()).toEqual([
      email,
      "kept@example.org",
    ]);
  });

  test("is created once, as a student, whatever role is sent", async () => {
    const email = "new@example.org";
    const token = await signIdentityToken(issuer, { email, sub: "new" });
    const body = { name: "New", email, image: "https://example.org/me.png", role: "admin", adult: true };
    const stored = await call(app.current, "POST /users", { body }, { token });
    expect(stored.body).toEqual({ insertedId: expect.any(String) });
    expect((await call(app.current, "POST /users", { body }, { token })).body).toEqual({ insertedId: null });
    const record = (await app.current.context.db.select().from(users)).find((row) => row.email === email);
    expect(record).toMatchObject({ role: "student", name: "New", image: "https://example.org/me.png" });
    expect(
      (await call(app.current, "POST /users", { body: { ...body, email: "x@example.org" } }, { token }))
        .status,
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
  ])("refuses the picture %s", async (image) => {
    const token = await signIdentityToken(issuer, { email: "pic@example.org", sub: "pic" });
    const answer = await call(
      app.current,
      "POST /users",
      { body: { name: "Pic", email: "pic@example.org", image } },
      { token },
    );
    expect(answer.body).toMatchObject({ code: "invalid-input", fields: [{ field: "image" }] });
  });
});
