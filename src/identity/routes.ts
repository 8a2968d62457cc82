import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem, problems } from "../platform/errors.ts";
import { answerProblems } from "../http/problem-responses.ts";
import { accountRoutes } from "./account-routes.ts";
import { accountSettingsRoutes } from "./account-settings-routes.ts";
import { googleRoutes } from "./google-routes.ts";
import type { IdentityParts } from "./dependencies.ts";
import { asProblem, identityProblems } from "./problems.ts";
import { sessionRoutes } from "./session-routes.ts";

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
