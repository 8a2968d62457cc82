import { createHmac } from "node:crypto";
import { type JwtOptions, jwt } from "better-auth/plugins/jwt";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import { betterAuth } from "better-auth/minimal";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { getOAuthState } from "better-auth/api";
import { decodeJwt } from "jose";
import type { Database } from "../platform/database.ts";
import { newId } from "../platform/ids.ts";
import type { Log } from "../platform/log.ts";
import type { Mail } from "../platform/outbox.ts";
import { defaultPortrait, withoutOrigin } from "../platform/picture-url.ts";
import { signingKeys, accounts, sessions, users, verifications } from "./tables.ts";
import { passwordChangedMail, resetMail } from "./mails.ts";
import { passwordLength } from "./password-policy.ts";
import { claimEmail } from "./confirm-email.ts";
import { Problem } from "../platform/errors.ts";
import { googleProblems, withoutValues } from "./problems.ts";
import type { CallCounts } from "./rate-limit.ts";

const alg = "ES256";

const keyColumns = {
  id: signingKeys.id,
  publicKey: signingKeys.publicKey,
  privateKey: signingKeys.privateKey,
  alg: sql<typeof alg>`${signingKeys.alg}`,
  createdAt: signingKeys.createdAt,
  expiresAt: signingKeys.expiresAt,
};

/** All processes share one key. A new secret creates a new key instead of a decryption error. */
function keepSigningKeys(db: Database, secret: string): NonNullable<JwtOptions["adapter"]> {
  const sealedWith = createHmac("sha256", secret).update("signing keys").digest("base64url");
  return {
    // A key sealed with another secret is no longer published: with that secret, it could be read from an old backup.
    getJwks: () => db.select(keyColumns).from(signingKeys).where(eq(signingKeys.sealedWith, sealedWith)),
    createJwk: (key) =>
      db.transaction(async (tx) => {
        // The advisory lock prevents two processes from creating a key each.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext('senga signing keys'))`);
        const [live] = await tx
          .select(keyColumns)
          .from(signingKeys)
          .where(and(eq(signingKeys.sealedWith, sealedWith), gt(signingKeys.expiresAt, sql`now()`)))
          .orderBy(desc(signingKeys.createdAt))
          .limit(1);
        if (live) return live;
        if (!key.expiresAt) throw new Error("Signing keys must expire: set a rotation interval");
        const made = { ...key, expiresAt: key.expiresAt, id: newId(), sealedWith };
        await tx.insert(signingKeys).values(made);
        return made;
      }),
  };
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

export const verificationSeconds = day;

export interface GoogleClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: string;
  readonly discoveryUrl?: string;
}

export interface AuthOptions {
  readonly db: Database;
  readonly log: Log;
  readonly secret: string;
  readonly origin: string;
  readonly issuer: string;
  readonly audience: string;
  readonly sendMail: (mail: Mail) => Promise<void>;
  /** Called before an unconfirmed account goes to the owner of its email; removes the product's data. */
  readonly releaseRecord: (account: { readonly issuer: string; readonly subject: string }) => Promise<void>;
}

export type Auth = ReturnType<typeof createAuth>;

/** better-auth without its own router: `routes.ts` checks origins, limits and input, and exposes nothing else. */
export function createAuth(options: AuthOptions, google?: GoogleClient) {
  const { db, log, secret, origin } = options;
  return betterAuth({
    appName: "Senga",
    baseURL: origin,
    basePath: "/identity",
    secret,
    database: drizzleAdapter(db, {
      provider: "pg",
      // Transactions use only their own connection: PGlite has a single one.
      transaction: true,
      schema: {
        user: users,
        session: sessions,
        account: accounts,
        verification: verifications,
        jwks: signingKeys,
      },
    }),
    telemetry: { enabled: false },
    logger: {
      level: "error",
      // better-auth logs user mistakes as errors; the routes log server failures.
      log: (_level, message, ...details) =>
        log.warn(
          { details: details.filter((detail) => detail instanceof Error).map(withoutValues) },
          message,
        ),
    },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      // `add-accounts.ts` creates accounts.
      disableSignUp: true,
      minPasswordLength: passwordLength.least,
      resetPasswordTokenExpiresIn: hour,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) =>
        options.sendMail(resetMail(user.email, `${origin}/reset-password?token=${token}`)),
      onPasswordReset: async ({ user }) => {
        // The mailed link proves the email. All other reset links become invalid. The sessions end here already, so that a
        // process that dies leaves none open with the new password.
        await db.transaction(async (tx) => {
          await tx.delete(sessions).where(eq(sessions.userId, user.id));
          await tx.update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
          await tx.delete(verifications).where(eq(verifications.value, user.id));
        });
        await options.sendMail(passwordChangedMail(user.email, origin));
      },
    },
    user: { additionalFields: { adultOn: { type: "string", required: false, input: false } } },
    session: { expiresIn: 30 * day, updateAge: day, cookieCache: { enabled: false } },
    account: {
      // Google joins an account only if both sides verified the email (better-auth default).
      accountLinking: { enabled: true, requireLocalEmailVerified: true },
      updateAccountOnSignIn: false,
    },
    verification: { storeIdentifier: "hashed" },
    databaseHooks: {
      account: {
        create: {
          // Google tokens grant access to user data and have no use after the sign-in.
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    advanced: {
      cookiePrefix: "senga",
      // Pages and the API use tokens, so only /identity receives the cookie.
      defaultCookieAttributes: { path: "/identity" },
      database: { generateId: () => newId() },
      ipAddress: { disableIpTracking: true },
    },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        jwks: { keyPairConfig: { alg }, rotationInterval: 90 * day, gracePeriod: day },
        adapter: keepSigningKeys(db, secret),
        jwt: {
          issuer: options.issuer,
          audience: options.audience,
          expirationTime: "5m",
          definePayload: ({ user, session }) => ({
            sid: session.id,
            auth_time: Math.floor(session.createdAt.getTime() / 1000),
            email: user.email,
            email_verified: user.emailVerified,
            name: user.name,
            picture: user.image ?? "",
            adult_on: user["adultOn"] ?? undefined,
          }),
        },
      }),
      ...(google ? [openIdConnect(google, options)] : []),
    ],
  });
}

function openIdConnect(google: GoogleClient, options: AuthOptions) {
  return genericOAuth({
    config: [
      {
        providerId: "google",
        clientId: google.clientId,
        clientSecret: google.clientSecret,
        discoveryUrl: discoveryUrlOf(google),
        requireIdTokenVerification: true,
        scopes: ["openid", "email", "profile"],
        pkce: true,
        prompt: "select_account",
        // better-auth has verified the ID token; without one, no claim is trusted.
        getUserInfo: async ({ idToken }) => {
          const claims = idToken ? decodeJwt<GoogleClaims>(idToken) : undefined;
          if (!claims?.sub || !claims.email) return null;
          const confirming: unknown = (await getOAuthState())?.["confirming"];
          if (typeof confirming === "string" && !(await isGoogleOf(options.db, confirming, claims.sub)))
            throw new Problem(googleProblems.otherAccount);
          const owner = {
            email: claims.email.toLowerCase(),
            name: claims.name || claims.email.slice(0, claims.email.indexOf("@")),
            image: claims.picture ? withoutOrigin(claims.picture, options.origin) : defaultPortrait,
          };
          const emailVerified = claims.email_verified === true;
          if (emailVerified) await claimEmail(options, owner);
          return { sub: claims.sub, emailVerified, ...owner };
        },
      },
    ],
  });
}

async function isGoogleOf(db: Database, userId: string, accountId: string): Promise<boolean> {
  const isIt = and(eq(accounts.userId, userId), eq(accounts.providerId, "google"));
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(isIt, eq(accounts.accountId, accountId)));
  return rows.length > 0;
}

export const discoveryUrlOf = ({ issuer, discoveryUrl }: GoogleClient): string =>
  discoveryUrl ?? `${issuer}/.well-known/openid-configuration`;

interface GoogleClaims {
  email?: string;
  email_verified?: boolean;
  name?: string;
  picture?: string;
}

export interface IdentityParts {
  readonly options: AuthOptions & { readonly trustedOrigins: readonly string[] };
  readonly auth: Auth;
  readonly counts: CallCounts;
  readonly google: { readonly auth: () => Promise<Auth> } | undefined;
}
