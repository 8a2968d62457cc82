import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, SignJWT, exportJWK, generateKeyPair } from "jose";
import type { TestApp } from "./app.ts";
import { type Answer, call } from "./people.ts";

/** An external identity provider, with its published keys. */
export interface Issuer {
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly key: CryptoKey;
  readonly close: () => void;
}

export async function startIssuer(name: string): Promise<Issuer> {
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

export const audience = "senga-tests";
export const claims = {
  email: "ada@example.org",
  email_verified: true,
  name: "Ada",
  picture: "/drawings/portrait-bunny.svg",
};

export const signIdentityToken = (
  from: Issuer,
  overrides: {
    aud?: string;
    exp?: number;
    iss?: string;
    sub?: string;
    sid?: string;
    email_verified?: boolean;
    email?: string;
    auth_time?: number;
  } = {},
): Promise<string> =>
  new SignJWT({ ...claims, ...overrides })
    .setProtectedHeader({ alg: "ES256", kid: "1" })
    .setIssuer(overrides.iss ?? from.issuer)
    .setAudience(overrides.aud ?? audience)
    .setSubject(overrides.sub ?? "ada-1")
    .setIssuedAt()
    .setExpirationTime(overrides.exp ?? "5m")
    .sign(from.key);

export const settingsOf = ({ issuer, jwksUrl }: Issuer): Record<string, string> => ({
  IDENTITY_ISSUER: issuer,
  IDENTITY_AUDIENCE: audience,
  IDENTITY_JWKS_URL: jwksUrl,
});

export const exchangeToken = (app: TestApp, token: string, email = claims.email): Promise<Answer> =>
  call(app, "POST /jwt", { body: { email } }, { token });

/** Creates the record of an adult. */
export const registerIdentity = (app: TestApp, token: string, email = claims.email): Promise<Answer> =>
  call(
    app,
    "POST /users",
    { body: { name: claims.name, email, image: claims.picture, adult: true } },
    { token },
  );
