import { isAPIError } from "better-auth/api";
import { lt, sql, eq } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CountRequest } from "../http/visitor-rate-limit.ts";
import { Problem, problems } from "../platform/errors.ts";
import { isSameProvider } from "../platform/identity-issuer.ts";
import { isId } from "../platform/ids.ts";
import { answerProblems } from "../http/problem-responses.ts";
import type { RateLimiter } from "../platform/rate-limiter.ts";
import { inputs, read } from "./inputs.ts";
import { type Limits, boundFailedSignIns, countCalls, defaultLimits, limit } from "./rate-limit.ts";
import { identityProblems, asProblem, googleProblems, withoutValues } from "./problems.ts";
import { emailChanges, sessions, users } from "./tables.ts";
import { accountRoutes, accountSettingsRoutes } from "./account-routes.ts";
import { googleRoutes } from "./google-routes.ts";
import { type NewAccount, addAccounts, findSubjects } from "./add-accounts.ts";
import {
  type AuthOptions,
  type GoogleClient,
  type IdentityParts,
  type Auth,
  createAuth,
  discoveryUrlOf,
} from "./auth.ts";
import {
  type EmailChangeOutcome,
  cancelEmailChange,
  confirmEmailChange,
  findChangeByToken,
} from "./email-changes.ts";
import { asUser, cookiesOf, sessionOf, signIn, withCookies } from "./session.ts";

function sessionRoutes(app: FastifyInstance, { options, auth, counts }: IdentityParts): void {
  app.post("/sign-in", async (request, reply) => {
    const body = read(inputs.signIn, request.body);
    await limit("signIn", request, counts);
    const { user } = await boundFailedSignIns(body.email, request, reply, counts, () =>
      withCookies(reply, signIn(options.db, auth, body)),
    );
    await options.db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
    await options.db.delete(emailChanges).where(lt(emailChanges.expiresAt, sql`now()`));
    return { user: asUser(user) };
  });

  app.post("/sign-out", async (request, reply) => {
    const headers = cookiesOf(request);
    // signOut reports success, and takes the cookie, even if it could not delete the session.
    const found = await auth.api.getSession({ headers });
    if (found) await options.db.delete(sessions).where(eq(sessions.id, found.session.id));
    await withCookies(reply, auth.api.signOut({ headers, returnHeaders: true }));
    return {};
  });

  app.get("/session", async (request, reply) => {
    const session = await withCookies(
      reply,
      auth.api.getSession({ headers: cookiesOf(request), returnHeaders: true }),
    );
    return { user: session ? asUser(session.user) : null };
  });

  app.get("/token", async (request, reply) => {
    const headers = cookiesOf(request);
    // getToken reports a failed lookup as a missing session, which would sign the user out.
    await sessionOf(auth, headers);
    try {
      return await withCookies(reply, auth.api.getToken({ headers, returnHeaders: true }));
    } catch (error) {
      if (isAPIError(error) && error.statusCode === 401) throw new Problem(problems["database-away"]);
      throw error;
    }
  });
}

const maxBodyBytes = 8 * 1024;

async function mountIdentity(
  app: FastifyInstance,
  dependencies: IdentityParts,
  count: CountRequest,
): Promise<void> {
  const { options, auth } = dependencies;
  await app.register(
    async (scope) => {
      answerProblems(scope);
      await scope.register(async (routes) => {
        acceptOnlyJson(routes);
        routes.setErrorHandler((error) => {
          throw asProblem(error, options.log);
        });
        routes.addHook("onRequest", async (request, reply) => {
          reply.header("cache-control", "no-store");
          await count(request);
          refuseForeignOrigin(request, options);
        });

        accountRoutes(routes, dependencies);
        accountSettingsRoutes(routes, dependencies);
        sessionRoutes(routes, dependencies);
        googleRoutes(routes, dependencies);
        // Not cached: clients must find a new key at once.
        routes.get("/jwks", () => auth.api.getJwks());
        routes.all("/*", { exposeHeadRoute: false }, async () => {
          throw new Problem(problems["not-found"]);
        });
      });
    },
    { prefix: "/identity" },
  );
}

/** HTML forms of other sites cannot send JSON (CSRF). */
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string", bodyLimit: maxBodyBytes },
    app.getDefaultJsonParser("error", "error"),
  );
}

/** Browsers send Origin with every state-changing request. */
function refuseForeignOrigin(request: FastifyRequest, { origin, trustedOrigins }: IdentityParts["options"]) {
  if (request.method === "GET" || request.method === "HEAD") return;
  const from = request.headers.origin;
  const site = request.headers["sec-fetch-site"];
  const isForeign =
    from === undefined ? site !== undefined && site !== "same-origin" : !trustedOrigins.includes(from);
  if (isForeign) {
    const detail = `${identityProblems.unauthorizedDomain.detail} Open ${origin} instead.`;
    throw new Problem(identityProblems.unauthorizedDomain, detail);
  }
}

const googleTimeoutMilliseconds = 5_000;
const googleRetryMilliseconds = 3_000;

/** better-auth drops a provider whose discovery fails, and the sandbox answers only once this process listens. */
function reachGoogleWhenNeeded(options: AuthOptions, google: GoogleClient): () => Promise<Auth> {
  const reach = async (): Promise<Auth> => {
    try {
      const answer = await fetch(discoveryUrlOf(google), {
        signal: AbortSignal.timeout(googleTimeoutMilliseconds),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The request for its metadata got ${answer.status}`);
      const auth = createAuth(options, google);
      const { socialProviders } = await auth.$context;
      if (socialProviders.length === 0) throw new Error("Its metadata is not usable");
      return auth;
    } catch (error) {
      options.log.warn({ failure: withoutValues(error) }, "Google cannot be reached");
      throw new Problem(googleProblems.unreachable);
    }
  };
  let reached: Promise<Auth> | undefined;
  return () =>
    (reached ??= reach().catch((error: unknown) => {
      setTimeout(() => (reached = undefined), googleRetryMilliseconds).unref();
      throw error;
    }));
}

export interface IdentityServiceOptions extends AuthOptions {
  readonly trustedOrigins: readonly string[];
  readonly google: GoogleClient | undefined;
  readonly limits?: Partial<Limits>;
  readonly rateLimiter: RateLimiter;
}

interface IdentityService {
  readonly hasGoogle: boolean;
  /** `count` limits floods. */
  readonly mount: (app: FastifyInstance, count: CountRequest) => Promise<void>;
  /** Idempotent. Marks emails as verified; returns subjects by email. */
  readonly createAccounts: (accounts: readonly NewAccount[]) => Promise<Map<string, string>>;
  /** Also ends its sessions. Ignores accounts of other providers. */
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
    },
  };
  return {
    hasGoogle: google !== undefined,
    mount: (app, count) => mountIdentity(app, dependencies, count),
    createAccounts: async (accounts) => {
      await addAccounts(db, accounts, { emailVerified: true });
      return findSubjects(
        db,
        accounts.map(({ email }) => email),
      );
    },
    removeAccount: async ({ issuer, subject }) => {
      if (isSameProvider(issuer, options.issuer) && isId(subject))
        await db.delete(users).where(eq(users.id, subject));
    },
    findEmailChange: (token) => findChangeByToken(db, token),
    confirmEmailChange: (token) => confirmEmailChange(dependencies, token),
    cancelEmailChange: async (token) => {
      const change = await findChangeByToken(db, token);
      if (change) await cancelEmailChange(db, change.userId);
    },
  };
}
