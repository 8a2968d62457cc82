import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { type NewAccount, addAccounts, findSubjects } from "./add-accounts.ts";
import { type AuthOptions, type GoogleClient, createAuth } from "./auth.ts";
import {
  type EmailChangeOutcome,
  cancelEmailChange,
  confirmEmailChange,
  findChangeByToken,
} from "./email-changes.ts";
import { reachGoogleWhenNeeded } from "./google-sign-in.ts";
import type { RateLimiter } from "../platform/rate-limiter.ts";
import { type Limits, countCalls, defaultLimits } from "./rate-limit.ts";
import { mountIdentity } from "./routes.ts";
import { users } from "./tables.ts";

export interface IdentityServiceOptions extends AuthOptions {
  readonly trustedOrigins: readonly string[];
  readonly google: GoogleClient | undefined;
  readonly limits?: Partial<Limits>;
  readonly rateLimiter: RateLimiter;
}

export interface IdentityService {
  readonly mount: (app: FastifyInstance) => Promise<void>;
  /** Idempotent. Marks emails as verified; returns subjects by email. */
  readonly createAccounts: (accounts: readonly NewAccount[]) => Promise<Map<string, string>>;
  /** With its sessions. Ignores accounts of other providers. */
  readonly removeAccount: (account: { readonly issuer: string; readonly subject: string }) => Promise<void>;
  readonly findEmailChange: (token: string) => Promise<{ readonly email: string } | undefined>;
  /** Throws token-expired, email-already-in-use. */
  readonly confirmEmailChange: (token: string) => Promise<EmailChangeOutcome>;
  readonly cancelEmailChange: (token: string) => Promise<void>;
}

export function createIdentityService(options: IdentityServiceOptions): IdentityService {
  const { db, google, rateLimiter } = options;
  const auth = createAuth(options);
  const dependencies = {
    options,
    auth,
    counts: countCalls(rateLimiter, { ...defaultLimits, ...options.limits }),
    google: google && {
      auth: reachGoogleWhenNeeded(options, google),
      isSandbox: google.isSandbox === true,
    },
  };
  return {
    mount: (app) => mountIdentity(app, dependencies),
    createAccounts: async (accounts) => {
      await addAccounts(db, accounts, { emailVerified: true });
      return findSubjects(
        db,
        accounts.map(({ email }) => email),
      );
    },
    removeAccount: async ({ issuer, subject }) => {
      if (issuer === options.issuer) await db.delete(users).where(eq(users.id, subject));
    },
    findEmailChange: (token) => findChangeByToken(db, token),
    confirmEmailChange: (token) => confirmEmailChange(dependencies, token),
    cancelEmailChange: async (token) => {
      const change = await findChangeByToken(db, token);
      if (change) await cancelEmailChange(db, change.userId);
    },
  };
}
