import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import swagger from "@fastify/swagger";
import underPressure from "@fastify/under-pressure";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { describeAccess } from "./features/accounts/access.ts";
import { accountsApi } from "./features/accounts/api.ts";
import { accounts } from "./features/accounts/contract.ts";
import { createCountedBy } from "./features/accounts/counted-by.ts";
import { createAuthorize } from "./features/accounts/authorize.ts";
import { administrationApi } from "./features/administration/api.ts";
import { administration } from "./features/administration/contract.ts";
import { auditApi } from "./features/audit/api.ts";
import { audit } from "./features/audit/contract.ts";
import { classesApi } from "./features/classes/api.ts";
import { classesContract } from "./features/classes/contract.ts";
import { contactApi } from "./features/contact/api.ts";
import { contact } from "./features/contact/contract.ts";
import { newsletterApi } from "./features/newsletter/api.ts";
import { newsletter } from "./features/newsletter/contract.ts";
import { enrollmentsApi } from "./features/enrollments/api.ts";
import { enrollmentsContract } from "./features/enrollments/contract.ts";
import { instructorsApi } from "./features/instructors/api.ts";
import { instructors } from "./features/instructors/contract.ts";
import { paymentsApi } from "./features/payments/api.ts";
import { paymentsContract } from "./features/payments/contract.ts";
import { picturesApi } from "./features/pictures/api.ts";
import { picturesContract } from "./features/pictures/contract.ts";
import { maxPictureBytes } from "./features/pictures/policy.ts";
import { selectionsApi } from "./features/selections/api.ts";
import { selectionsContract } from "./features/selections/contract.ts";
import { healthApi } from "./features/health/api.ts";
import { health } from "./features/health/contract.ts";
import { teachingApi } from "./features/applications/api.ts";
import { teaching } from "./features/applications/contract.ts";
import { newId } from "./platform/ids.ts";
import { createFairQueue } from "./http/fair-queue.ts";
import { createResponseCache } from "./http/response-cache.ts";
import { Problem, problems } from "./platform/errors.ts";
import { answerProblems, sendProblem } from "./http/problem-responses.ts";
import { callLocally, registerEndpoints } from "./http/register-endpoints.ts";
import { createVisitorRates } from "./http/visitor-rate-limit.ts";
import { apiDescription } from "./http/openapi.ts";
import { mountDiscovery } from "./seo/seo-routes.ts";
import { type PageRenderer, type SendNotFound, mountPages } from "./pages/mount-pages.ts";
import { mountPictures } from "./features/pictures/picture-routes.ts";
import type { AppContext } from "./context.ts";

/** Bytes of a JSON body: the largest honest one is a class's description. */
const bodyLimit = 64 * 1024;

/**
 * The application, ready to listen or to be asked: middleware in order, then every feature.
 * @param renderer renders the site's pages; without one only the API and the services answer
 * @param options `failsUndeclared`: a problem that an endpoint does not declare is a bug, as tests want it
 */
export async function createApp(
  context: AppContext,
  renderer?: PageRenderer,
  { failsUndeclared = false }: { readonly failsUndeclared?: boolean } = {},
): Promise<FastifyInstance> {
  let sendNotFound: SendNotFound | undefined;
  const answerUndecodable = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      if (!sendNotFound || request.url.startsWith("/api/")) throw new Problem(problems.notFound);
      await sendNotFound(request, reply);
    } catch (failure) {
      const problem = failure instanceof Problem ? failure : new Problem(problems.internal);
      void sendProblem(request, reply, problem);
    }
  };
  const app = Fastify({
    loggerInstance: context.log,
    // A line for each request would log the e-mails in paths.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    trustProxy: trusted(context.settings.trustProxy),
    bodyLimit,
    // Milliseconds: a picture of 10 MB over a slow line; the headers have their own, shorter bound.
    requestTimeout: 240_000,
    forceCloseConnections: "idle",
    // A URL that cannot be decoded.
    frameworkErrors: (_failure, request, reply) => void answerUndecodable(request, reply),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest("caller", null);
  answerProblems(app);
  closeAsConnectionsFallIdle(app);

  await app.register(helmet, {
    // Pages set a policy of their own, by hashes (pages/security-policy.ts).
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Sign-in popups at other origins must be able to come back.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    strictTransportSecurity: context.settings.origin.startsWith("https:"),
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });
  const { rateLimitFactor } = context.settings;
  // Refuses with 503 before the event loop is so late that every answer is (milliseconds).
  await app.register(underPressure, { maxEventLoopDelay: 2_000 * Math.max(1, rateLimitFactor) });

  await app.register(swagger, apiDescription(context.settings.origin));

  for (const each of context.sandboxes) await each.mount(app);
  await context.identity.mount(app);

  // Known when every route is: by then somebody can ask.
  const describe = () => app.swagger() as { openapi: string };
  const rates = await createVisitorRates(app, rateLimitFactor, createCountedBy(context.accessTokens));
  // Rendering takes the one thread that there is: more at once would only make all of them late.
  const queue = createFairQueue({ atOnce: 4, atOnceForOne: 2, waitingForOne: 60 * rateLimitFactor });
  const cache = createResponseCache(context.invalidation, { queue, count: rates.makings });
  const authorize = createAuthorize(context.db, context.accessTokens, context.verifyIdentity);
  await app.register(
    async (api) => {
      answerProblems(api);
      api.removeContentTypeParser("text/plain");
      api.addHook("onRequest", rates.calls);
      // One picture, and the few short fields that some clients send with it.
      await api.register(multipart, {
        limits: {
          files: 1,
          fileSize: maxPictureBytes,
          fields: 8,
          fieldSize: 1000,
          parts: 9,
          headerPairs: 20,
        },
      });
      const options = { app: api, authorize, describeAccess, cache, rateLimitFactor, failsUndeclared };
      registerEndpoints(options, "Accounts", accounts, accountsApi(context));
      registerEndpoints(options, "Pictures", picturesContract, picturesApi(context));
      registerEndpoints(options, "Applications", teaching, teachingApi(context));
      registerEndpoints(options, "Classes", classesContract, classesApi(context));
      registerEndpoints(options, "Enrollments", enrollmentsContract, enrollmentsApi(context));
      registerEndpoints(options, "Instructors", instructors, instructorsApi(context));
      registerEndpoints(options, "Selections", selectionsContract, selectionsApi(context));
      registerEndpoints(options, "Payments", paymentsContract, paymentsApi(context));
      registerEndpoints(options, "Contact", contact, contactApi(context));
      registerEndpoints(options, "Newsletter", newsletter, newsletterApi(context));
      registerEndpoints(options, "Audit", audit, auditApi(context));
      registerEndpoints(options, "Administration", administration, administrationApi(context));
      registerEndpoints(options, "Health", health, healthApi(context, describe));
      // Below the API there are no pages, but for those that say so.
      api.get("/*", () => {
        throw new Problem(problems.notFound);
      });
    },
    { prefix: "/api" },
  );

  await mountPictures(app, context, rates.files, renderer?.drawings);
  await mountDiscovery(app, context, cache, rates.discovery);
  if (renderer) {
    const contract = {
      ...accounts,
      ...classesContract,
      ...instructors,
      ...contact,
      ...newsletter,
      ...health,
    };
    const handlers = {
      ...accountsApi(context),
      ...classesApi(context),
      ...instructorsApi(context),
      ...contactApi(context),
      ...newsletterApi(context),
      ...healthApi(context, describe),
    };
    const api = (cacheTags: Set<string>) => callLocally(contract, handlers, cacheTags);
    const forms = {
      "/contact-us": contact["POST /contact"].rate,
      "/newsletter": newsletter["POST /newsletter"].rate,
      "/newsletter/confirm": newsletter["POST /newsletter/confirm"].rate,
      "/newsletter/unsubscribe": newsletter["POST /newsletter/confirm"].rate,
    };
    sendNotFound = await mountPages(app, context, renderer, { api, cache, queue, rates, forms });
  }
  return app;
}

/** As Fastify's types want it: a number of hops as a function, ranges as a list that it may change. */
function trusted(proxies: AppContext["settings"]["trustProxy"]) {
  if (proxies === false) return false;
  return typeof proxies === "number" ? (_ip: string, hop: number) => hop < proxies : [...proxies];
}

/** An answer that is under way when the site closes leaves its connection open, for a next request that cannot come. */
function closeAsConnectionsFallIdle(app: FastifyInstance): void {
  app.addHook("preClose", async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once("close", () => clearInterval(timer));
  });
}
