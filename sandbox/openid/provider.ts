import { createECDH, createHash } from "node:crypto";
import { type Adapter, Provider, interactionPolicy } from "oidc-provider";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Database } from "../../src/platform/database.ts";
import type { DeriveKey } from "../../src/platform/secrets.ts";
import { findAccount } from "./accounts.ts";
import { chooserPolicy, problemPage } from "./pages.ts";
import { googleRecords } from "./tables.ts";

export interface GoogleProviderParts {
  readonly db: Database;
  readonly deriveKey: DeriveKey;
  readonly origin: string;
  readonly issuer: string;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
}

const seconds = { interaction: 600, code: 60, token: 600 };

/**
 * Configures oidc-provider like Google for a web application: code flow with PKCE, one client, one redirect URI,
 * profile claims in the ID token, and an account choice on each sign-in.
 */
export function createGoogleProvider(parts: GoogleProviderParts): Provider {
  const { db, deriveKey, origin, issuer, client } = parts;
  const provider = new Provider(issuer, {
    adapter: (kind: string) => keepRecords(db, kind),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${origin}/identity/callback/google`],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        token_endpoint_auth_method: "client_secret_post",
        id_token_signed_response_alg: "ES256",
      },
    ],
    jwks: { keys: [signingKey(deriveKey("google sandbox signing"))] },
    cookies: {
      keys: [deriveKey("google sandbox cookies").toString("base64url")],
      names: { session: "local_google", interaction: "local_google_choice", resume: "local_google_resume" },
    },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    responseTypes: ["code"],
    scopes: ["openid", "email", "profile"],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    // Google puts all claims into the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    clientBasedCORS: () => false,
    expiresWithSession: () => false,
    ttl: {
      AccessToken: seconds.token,
      AuthorizationCode: seconds.code,
      Grant: seconds.interaction,
      IdToken: seconds.token,
      Interaction: seconds.interaction,
      Session: seconds.interaction,
    },
    interactions: {
      policy: chooseAccountPolicy(),
      url: (_context, { uid }) => `${new URL(issuer).pathname}/choose/${uid}`,
    },
    findAccount: async (_context, subject) => {
      const account = await findAccount(db, subject);
      return (
        account && {
          accountId: subject,
          claims: async () => ({
            sub: subject,
            email: account.email,
            email_verified: true,
            name: account.name,
            picture: origin + account.picture,
          }),
        }
      );
    },
    // Choosing an account is the consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: client.clientId,
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    renderError: async (context, out) => {
      context.set("content-security-policy", chooserPolicy);
      context.type = "html";
      context.body = problemPage(out.error_description ?? out.error);
    },
  });
  // Trusts the forwarded headers that `mountProtocol` sets.
  provider.proxy = true;
  return provider;
}

/** One prompt, for "login" and "select_account" alike. */
function chooseAccountPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove("consent");
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  return policy;
}

/** Derived from the installation's secret: the same in every process and after a restart. */
function signingKey(secret: Buffer) {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(secret);
  const point = curve.getPublicKey();
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  const kid = createHash("sha256").update(point).digest("base64url").slice(0, 16);
  return { kty: "EC", crv: "P-256", alg: "ES256", use: "sig", kid, x, y, d: secret.toString("base64url") };
}

export function keepRecords(db: Database, kind: string): Adapter {
  const isThis = (id: string) => and(eq(googleRecords.kind, kind), eq(googleRecords.id, id));
  return {
    upsert: async (id, payload, secondsToLive) => {
      // No session: every sign-in shows the account choice, as with prompt=select_account at Google.
      if (kind === "Session") return;
      const values = {
        payload,
        grantId: payload.grantId ?? null,
        expiresAt: sql`now() + make_interval(secs => ${secondsToLive})`,
      };
      await db
        .insert(googleRecords)
        .values({ kind, id, ...values })
        .onConflictDoUpdate({ target: [googleRecords.kind, googleRecords.id], set: values });
      await db.delete(googleRecords).where(lt(googleRecords.expiresAt, sql`now()`));
    },
    find: async (id) => {
      const [record] = await db
        .select({ payload: googleRecords.payload })
        .from(googleRecords)
        .where(and(isThis(id), gt(googleRecords.expiresAt, sql`now()`)));
      return record?.payload;
    },
    consume: async (id) => {
      const consumed = sql`jsonb_set(${googleRecords.payload}, '{consumed}', to_jsonb(extract(epoch from now())::int))`;
      await db.update(googleRecords).set({ payload: consumed }).where(isThis(id));
    },
    destroy: async (id) => {
      await db.delete(googleRecords).where(isThis(id));
    },
    revokeByGrantId: async (grantId) => {
      await db.delete(googleRecords).where(eq(googleRecords.grantId, grantId));
    },
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}
