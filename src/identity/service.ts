import type { FastifyInstance } from "fastify";
import { type NewAccount, addAccounts, findSubjects } from "./add-accounts.ts";
import { type AuthOptions, type GoogleClient, createAuth } from "./auth.ts";
import { reachGoogleWhenNeeded } from "./google-sign-in.ts";
import { type Limits, countCallsIn, defaultLimits } from "./rate-limit.ts";
import { mountIdentity } from "./routes.ts";

export interface IdentityServiceOptions extends AuthOptions {
  /** Origins whose pages may sign people in. */
  readonly trustedOrigins: readonly string[];
  /** Undefined: signing in with Google is not offered. */
  readonly google: GoogleClient | undefined;
  /** Other bounds than the default ones. */
  readonly limits?: Partial<Limits>;
  /** Multiplies every bound. */
  readonly rateLimitFactor?: number;
}

export interface IdentityService {
  /** Puts /identity/* on the site. */
  readonly mount: (app: FastifyInstance) => Promise<void>;
  /** Makes sure that these accounts exist, with verified email, and gives their subjects by email. */
  readonly createAccounts: (accounts: readonly NewAccount[]) => Promise<Map<string, string>>;
}

/**
 * The identity provider: who people are, how they prove it, and short-lived tokens that say so. The product knows it
 * by its tokens and its published keys only.
 */
export function createIdentityService(options: IdentityServiceOptions): IdentityService {
  const { db, secret, google, rateLimitFactor = 1 } = options;
  const auth = createAuth(options);
  const dependencies = {
    options,
    auth,
    counts: countCallsIn(db, secret, { ...defaultLimits, ...options.limits }, rateLimitFactor),
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
  };
}
