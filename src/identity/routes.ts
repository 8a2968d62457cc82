import { isAPIError } from "better-auth/api";
import { lt, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem, problems } from "../platform/errors.ts";
import { answerProblems } from "../http/problem-responses.ts";
import { cookiesOf, withCookies } from "./cookies.ts";
import { boundFailedSignIns } from "./failed-sign-ins.ts";
import { inputs, read } from "./inputs.ts";
import type { IdentityParts } from "./dependencies.ts";
import { limit } from "./rate-limit.ts";
import { identityProblems, asProblem } from "./problems.ts";
import { asUser } from "./signed-in-user.ts";
import { emailChanges, sessions } from "./tables.ts";
import { accountRoutes, accountSettingsRoutes } from "./account-routes.ts";
import { googleRoutes } from "./google-routes.ts";

function sessionRoutes(app: FastifyInstance, { options, auth, counts }: IdentityParts): void {
  app.post("/sign-in", async (request, reply) => {
    const body = read(inputs.signIn, request.body);
    await limit("signIn", request, counts);
    const { user } = await boundFailedSignIns(body.email, request, reply, counts, () =>
      withCookies(reply, auth.api.signInEmail({ body, headers: new Headers(), returnHeaders: true })),
    );
    await options.db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
    await options.db.delete(emailChanges).where(lt(emailChanges.expiresAt, sql`now()`));
    return { user: asUser(user) };
  });

  app.post("/sign-out", async (request, reply) => {
    await withCookies(reply, auth.api.signOut({ headers: cookiesOf(request), returnHeaders: true }));
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
    if (!(await auth.api.getSession({ headers }))) throw new Problem(identityProblems.sessionExpired);
    try {
      return await withCookies(reply, auth.api.getToken({ headers, returnHeaders: true }));
    } catch (error) {
      if (isAPIError(error) && error.statusCode === 401) throw new Problem(problems.databaseAway);
      throw error;
    }
  });
}

const maxBodyBytes = 8 * 1024;

export async function mountIdentity(app: FastifyInstance, dependencies: IdentityParts): Promise<void> {
  const { options, auth, google } = dependencies;
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
          refuseForeignOrigin(request, options);
        });

        accountRoutes(routes, dependencies);
        accountSettingsRoutes(routes, dependencies);
        sessionRoutes(routes, dependencies);
        googleRoutes(routes, dependencies);
        routes.get("/providers", async () => ({
          google: google !== undefined,
          sandbox: google?.isSandbox === true,
        }));
        // Not cached: clients must find a new key at once.
        routes.get("/jwks", () => auth.api.getJwks());
        routes.all("/*", { exposeHeadRoute: false }, async () => {
          throw new Problem(problems.notFound);
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
function refuseForeignOrigin(
  request: FastifyRequest,
  { origin, trustedOrigins }: IdentityParts["options"],
): void {
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
