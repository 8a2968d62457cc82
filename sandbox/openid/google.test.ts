import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accounts, users } from "../../src/identity/tables.ts";
import { type TestSite, type Visitor, openSite } from "../../test/support/identity-site.ts";
import { googleRecords } from "./tables.ts";

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

const reachChooser = (visitor: Visitor, attempt = "a1") =>
  visitor.follow(`/identity/google?attempt=${attempt}&from=${encodeURIComponent(site.origin)}`);

async function signInAs(visitor: Visitor, fields: Record<string, string>, attempt?: string): Promise<URL> {
  const chooser = await reachChooser(visitor, attempt);
  return (await visitor.follow(chooser.url.href, form(fields))).url;
}

const password = "Draw!2026";
const withPassword = async (email: string): Promise<Visitor> => {
  const visitor = site.visitor();
  const body = { name: "Mina Park", email, password, photoURL: "/drawings/portrait-cat.svg", adult: true };
  expect((await visitor.post("/identity/sign-up", body)).status).toBe(200);
  return visitor;
};
const accountsOf = async (email: string) =>
  site.db
    .select({ account: accounts })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(eq(users.email, email));

describe("signing in", () => {
  test("with an account of the list", async () => {
    const visitor = site.visitor();
    const { url, response } = await reachChooser(visitor);
    expect(url.pathname).toMatch(/^\/sandbox\/google\/choose\//);
    const page = await response.text();
    expect(page).toContain("local sandbox for Google");
    for (const words of ["Noor Haddad", "student@senga.example", "Aiko Mori", "Sam Rivera"])
      expect(page).toContain(words);
    expect(page).not.toMatch(/<script|style=|onclick/);
    expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'self'/);

    const end = await visitor.follow(url.href, form({ account: "aiko.mori@gmail.example" }));
    expect(end.url.pathname + end.url.search).toBe("/identity/popup-done?attempt=a1");
    const done = await end.response.text();
    expect(done).toContain('<script src="/identity/popup-done.js" defer></script>');
    expect(end.response.headers.get("content-security-policy")).toContain("script-src 'self'");

    expect((await visitor.get("/identity/session")).body.user).toEqual({
      email: "aiko.mori@gmail.example",
      displayName: "Aiko Mori",
      photoURL: "/drawings/portrait-bunny.svg",
      emailVerified: true,
    });
    const { token } = (await visitor.get("/identity/token")).body;
    expect(decodeJwt(token)).toMatchObject({
      email: "aiko.mori@gmail.example",
      email_verified: true,
      name: "Aiko Mori",
    });
    // The record holds no token for Google's APIs.
    const [row] = await accountsOf("aiko.mori@gmail.example");
    expect(row!.account).toMatchObject({
      providerId: "google",
      accessToken: null,
      refreshToken: null,
      idToken: null,
    });
  });

  test("with an account that was typed, which is the same person the next time", async () => {
    const first = site.visitor();
    await signInAs(first, { name: "Ida Berg", email: "Ida.Berg@gmail.example" });
    const again = site.visitor();
    await signInAs(again, { name: "Ida B.", email: "ida.berg@gmail.example" });
    const subjects = await Promise.all(
      [first, again].map(async (visitor) => decodeJwt((await visitor.get("/identity/token")).body.token).sub),
    );
    expect(subjects[0]).toBe(subjects[1]);
    expect(await accountsOf("ida.berg@gmail.example")).toHaveLength(1);
  });

  test("asks for the account each time", async () => {
    const visitor = site.visitor();
    await signInAs(visitor, { account: "sam.rivera@gmail.example" });
    expect((await reachChooser(visitor)).url.pathname).toMatch(/^\/sandbox\/google\/choose\//);
    await signInAs(visitor, { account: "aiko.mori@gmail.example" });
    expect((await visitor.get("/identity/session")).body.user.email).toBe("aiko.mori@gmail.example");
  });

  test("shows the form again when something is missing", async () => {
    const visitor = site.visitor();
    const { url } = await reachChooser(visitor);
    const answer = await visitor.fetch(url.href, form({ name: '<b>"Ida"', email: "ida@" }));
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain("Enter a valid email address");
    expect(page).toContain('value="&lt;b&gt;&quot;Ida&quot;"');
    const end = await visitor.follow(url.href, form({ name: "Ida", email: "ida@gmail.example" }));
    expect(end.url.searchParams.get("code")).toBeNull();
  });

  test("can be cancelled", async () => {
    const visitor = site.visitor();
    const end = await signInAs(visitor, { cancel: "yes" }, "tired");
    expect(Object.fromEntries(end.searchParams)).toEqual({ attempt: "tired", code: "popup-closed-by-user" });
    expect((await visitor.get("/identity/session")).body).toEqual({ user: null });
  });
});

describe("an account with a password", () => {
  test("is replaced while its e-mail is unconfirmed: somebody else may have made it", async () => {
    const stranger = await withPassword("victim@gmail.example");
    const visitor = site.visitor();
    await signInAs(visitor, { name: "The real one", email: "Victim@gmail.example" });
    expect((await visitor.get("/identity/session")).body.user.displayName).toBe("The real one");
    expect((await stranger.get("/identity/session")).body).toEqual({ user: null });
    const body = { email: "victim@gmail.example", password };
    expect((await stranger.post("/identity/sign-in", body)).status).toBe(401);
    expect((await accountsOf("victim@gmail.example")).map(({ account }) => account.providerId)).toEqual([
      "google",
    ]);
  });

  test("is joined once its e-mail is confirmed", async () => {
    const visitor = await withPassword("owner@gmail.example");
    const [mail] = (await visitor.get("/sandbox/mailbox.json?to=owner@gmail.example")).body;
    const token = new URL(mail.links[0]).searchParams.get("token");
    await visitor.post("/identity/verify-email", { token });
    const before = decodeJwt((await visitor.get("/identity/token")).body.token).sub;

    const byGoogle = site.visitor();
    const end = await signInAs(byGoogle, { name: "Owner", email: "owner@gmail.example" });
    expect(end.searchParams.get("code")).toBeNull();
    expect(decodeJwt((await byGoogle.get("/identity/token")).body.token).sub).toBe(before);
    expect(
      (await accountsOf("owner@gmail.example")).map(({ account }) => account.providerId).toSorted(),
    ).toEqual(["credential", "google"]);
    expect(
      (await site.visitor().post("/identity/sign-in", { email: "owner@gmail.example", password })).status,
    ).toBe(200);
  });
});

describe("what goes wrong", () => {
  test("the answer comes to another browser than the question", async () => {
    const visitor = site.visitor();
    const { url } = await reachChooser(visitor);
    const resumed = await visitor.fetch(url.href, form({ account: "sam.rivera@gmail.example" }));
    const callback = await visitor.fetch(resumed.headers.get("location")!);
    const address = callback.headers.get("location")!;
    expect(address).toContain("/identity/callback/google?code=");

    const stranger = site.visitor();
    const end = await stranger.follow(address);
    expect(end.url.searchParams.get("code")).toBe("token-expired");
    expect((await stranger.get("/identity/session")).body).toEqual({ user: null });
  });

  test("the callback is called with nonsense", async () => {
    for (const query of [
      "",
      "?state=x",
      "?state=x&code=y",
      "?error=access_denied",
      "?code=a&code=b&state=c",
    ]) {
      const { url } = await site.visitor().follow(`/identity/callback/google${query}`);
      expect(url.pathname).toBe("/identity/popup-done");
      expect(["token-expired", "internal-error"]).toContain(url.searchParams.get("code"));
    }
  });

  test("the choice is made without having been asked", async () => {
    const answer = await site
      .visitor()
      .fetch("/sandbox/google/choose/none", form({ account: "sam.rivera@gmail.example" }));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
  });

  test("the page is at another address than the site's own", async () => {
    const { url } = await site.visitor().follow("/identity/google?attempt=x&from=http%3A%2F%2F127.0.0.1%3A1");
    expect(url.searchParams.get("code")).toBe("auth-domain-config-required");
  });

  test("Google is not set up", async () => {
    const without = await openSite({ google: undefined });
    try {
      const { url } = await without.visitor().follow("/identity/google?attempt=x");
      expect(url.searchParams.get("code")).toBe("google-not-offered");
    } finally {
      await without.close();
    }
  });

  test("Google is down, and comes back", async () => {
    let isUp = false;
    const server = createServer((_request, response) => {
      response.writeHead(isUp ? 200 : 503, { "content-type": "application/json" }).end(
        JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          id_token_signing_alg_values_supported: ["RS256"],
        }),
      );
    }).listen(0, "localhost");
    await once(server, "listening");
    const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
    const other = await openSite({ google: { clientId: "client", clientSecret: "secret", issuer } });
    try {
      const visitor = other.visitor();
      const down = await visitor.follow("/identity/google?attempt=x");
      expect(down.url.searchParams.get("code")).toBe("network-request-failed");
      // The session endpoint still serves other visitors.
      expect((await visitor.get("/identity/session")).status).toBe(200);

      isUp = true;
      const location = async () =>
        (await visitor.fetch("/identity/google?attempt=x")).headers.get("location");
      await expect.poll(location, { interval: 200 }).toContain(`${issuer}/authorize?`);
      const asked = new URL((await location())!).searchParams;
      expect(Object.fromEntries(asked)).toMatchObject({
        client_id: "client",
        response_type: "code",
        redirect_uri: `${other.origin}/identity/callback/google`,
        scope: "openid email profile",
        prompt: "select_account",
        code_challenge_method: "S256",
      });
      expect(asked.get("nonce")).toMatch(/^[\w-]{32}$/);
    } finally {
      await other.close();
      server.close();
    }
  });
});

const authorize = (changes: Record<string, string | undefined> = {}) => {
  const given = {
    client_id: "senga-local",
    response_type: "code",
    scope: "openid email profile",
    redirect_uri: `${site.origin}/identity/callback/google`,
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    state: "s",
    ...changes,
  };
  const search = new URLSearchParams(
    Object.entries(given).filter((pair): pair is [string, string] => !!pair[1]),
  );
  return site.visitor().fetch(`/sandbox/google/auth?${search}`, { headers: { accept: "text/html" } });
};

describe("the provider", () => {
  test("announces itself like Google", async () => {
    const { body } = await site.visitor().get("/sandbox/google/.well-known/openid-configuration");
    expect(body).toMatchObject({
      issuer: `${site.origin}/sandbox/google`,
      authorization_endpoint: `${site.origin}/sandbox/google/auth`,
      token_endpoint: `${site.origin}/sandbox/google/token`,
      jwks_uri: `${site.origin}/sandbox/google/jwks`,
      id_token_signing_alg_values_supported: ["ES256"],
      code_challenge_methods_supported: ["S256"],
    });
  });

  test("knows one client and one way back", async () => {
    expect((await authorize()).status).toBe(303);
    const foreign = [
      { client_id: "somebody" },
      { redirect_uri: "https://evil.example/callback" },
      { redirect_uri: `${site.origin}/identity/callback/google/` },
    ];
    for (const change of foreign) {
      const answer = await authorize(change);
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
      expect(await answer.text()).toContain("<h1>Can't log in</h1>");
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    }
    const withoutPkce = await authorize({ code_challenge: undefined, code_challenge_method: undefined });
    expect(withoutPkce.headers.get("location")).toContain("error=invalid_request");
    const implicit = await authorize({ response_type: "id_token", nonce: "n" });
    expect(implicit.headers.get("location")).toContain("error=unsupported_response_type");
  });

  test("gives tokens to the client's secret only", async () => {
    const answer = await fetch(`${site.origin}/sandbox/google/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: "x",
        code_verifier: "x".repeat(50),
        redirect_uri: `${site.origin}/identity/callback/google`,
        client_id: site.google.client.clientId,
        client_secret: "wrong",
      }),
    });
    expect([answer.status, (await answer.json()).error]).toEqual([401, "invalid_client"]);
  });

  test("several processes on one database are one provider", async () => {
    const other = await openSite({ shared: site.database, publicOrigin: site.origin });
    try {
      const keys = (await site.visitor().get("/sandbox/google/jwks")).body;
      expect((await other.visitor().get("/sandbox/google/jwks")).body).toEqual(keys);
      expect(Object.keys(keys.keys[0])).not.toContain("d");

      const visitor = site.visitor();
      const { url } = await reachChooser(visitor);
      visitor.moveTo(other.address);
      const end = await visitor.follow(url.href, form({ account: "sam.rivera@gmail.example" }));
      expect(end.url.searchParams.get("code")).toBeNull();
      expect((await visitor.get("/identity/session")).body.user.email).toBe("sam.rivera@gmail.example");
    } finally {
      await other.close();
    }
  });

  test("works where the site's address cannot be reached from inside", async () => {
    const other = await openSite({ publicOrigin: "https://school.invalid" });
    try {
      const visitor = other.visitor();
      const { url } = await visitor.follow("/identity/google?attempt=a1");
      expect(url.href).toMatch(/^https:\/\/school\.invalid\/sandbox\/google\/choose\//);
      const end = await visitor.follow(url.href, form({ account: "student@senga.example" }));
      expect(end.url.href).toBe("https://school.invalid/identity/popup-done?attempt=a1");
      expect((await visitor.get("/identity/session")).body.user.displayName).toBe("Noor Haddad");
    } finally {
      await other.close();
    }
  });

  test("keeps no session of anybody", async () => {
    expect(await site.db.select().from(googleRecords).where(eq(googleRecords.kind, "Session"))).toEqual([]);
  });
});
