import cluster from "node:cluster";
import multipart from "@fastify/multipart";
import proxyAddr from "@fastify/proxy-addr";
import swagger from "@fastify/swagger";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { describeAccess } from "./access/access.ts";
import { createCallerId } from "./access/caller-id.ts";
import { createRateLimitKey } from "./access/rate-limit-key.ts";
import { type CallerFor, createAuthorize } from "./access/authorize.ts";
import { type Contracts, contracts } from "./contracts.ts";
import { features } from "./features.ts";
import { maxPictureBytes } from "./features/school/pictures/policy.ts";
import { refuseErased } from "./features/office/privacy/refuse-erased.ts";
import { mountHealth } from "./features/office/health/api.ts";
import type { Metrics } from "./features/office/health/metrics.ts";
import { newId } from "./platform/ids.ts";
import { boundConnections } from "./http/bound-connections.ts";
import { closeConnections } from "./http/close-connections.ts";
import { createFairQueue } from "./http/fair-queue.ts";
import { mountFrontPath } from "./http/front-path.ts";
import { setSecurityHeaders } from "./http/security-headers.ts";
import { shedLoad } from "./http/shed-load.ts";
import { createResponseCache } from "./http/response-cache.ts";
import { Problem, problems } from "./platform/errors.ts";
import { answerProblems, sendProblem } from "./http/problem-responses.ts";
import { type Handlers, callLocally, registerEndpoints } from "./http/register-endpoints.ts";
import { createLimitCalls } from "./http/limit-calls.ts";
import { parseQuery } from "./http/url-params.ts";
import { type CountedRequest, createVisitorRates } from "./http/visitor-rate-limit.ts";
import { apiDescription } from "./http/openapi.ts";
import { mountDiscovery } from "./seo/seo-routes.ts";
import { type FormCall, type PageRenderer, type SendNotFound, mountPages } from "./pages/mount-pages.ts";
import type { AppContext } from "./context.ts";

/** Bytes. */
const bodyLimit = 64 * 1024;

export async function createApp(
  context: AppContext,
  renderer?: PageRenderer,
  {
    failsUndeclared = false,
    hasDemoSchool = false,
    metrics,
  }: {
    readonly failsUndeclared?: boolean;
    readonly hasDemoSchool?: boolean;
    readonly metrics?: Metrics | undefined;
  } = {},
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
  const trusts = trustIn(context.settings.trustProxy);
  const app = Fastify({
    ...usualOptions(context),
    trustProxy: trusts ?? false,
    routerOptions: { querystringParser: parseQuery },
    bodyLimit,
    // Milliseconds: a 10 MB picture over a slow line.
    requestTimeout: 240_000,
    // Whoever still asks on an open connection is answered, and told to close it.
    return503OnClosing: false,
    frameworkErrors: (_failure, request, reply) => void answerUndecodable(request, reply),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest("caller", null);
  answerProblems(app);
  metrics?.observe(app);
  boundConnections(app);

  setSecurityHeaders(app, {
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Sign-in popups on other origins must be able to return.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    strictTransportSecurity: context.settings.origin.startsWith("https:"),
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });
  const { rateLimitFactor } = context.settings;
  shedLoad(app, 2_000 * Math.max(1, rateLimitFactor));

  await app.register(swagger, apiDescription(context.settings.origin));

  for (const each of context.sandboxes) await each.mount(app);
  await context.identity.mount(app);

  const callerId = createCallerId(context.accessTokens);
  const rateLimitKey = createRateLimitKey(callerId);
  const rates = createVisitorRates(rateLimitFactor, rateLimitKey, context.clock);
  const limitCalls = createLimitCalls(context.rateLimiter, rateLimitKey);
  // Rendering occupies the only thread, so more concurrency only adds latency.
  const queue = createFairQueue({
    atOnce: 4,
    atOnceForOne: 2,
    waitingForOne: 60 * rateLimitFactor,
    maxWait: 3_000 * Math.max(1, rateLimitFactor),
  });
  // Renderings for visitors who have gone still read the database.
  app.addHook("onClose", () => queue.whenIdle());
  const cache = createResponseCache(context.invalidation, {
    queue,
    count: rates.makings,
    onAnswer: metrics?.onAnswer,
    isAway: () => context.database.isAway(),
  });
  mountFrontPath(app, {
    cache,
    clock: context.clock,
    ipOf: (request) => (trusts ? proxyAddr(request, trusts) : request.socket.remoteAddress),
  });
  closeConnections(app, { announces: cluster.isWorker });
  const handlers = Object.assign({}, ...features.map((each) => each.handlers(context, app))) as Handlers<
    Contracts,
    CallerFor
  >;
  const authorize = createAuthorize(context.db, callerId, refuseErased(context));
  await app.register(
    async (api) => {
      answerProblems(api);
      api.removeContentTypeParser("text/plain");
      api.addHook("onRequest", rates.calls);
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
      const callRate = rates.calls;
      const options = { app: api, authorize, describeAccess, cache, limitCalls, callRate, failsUndeclared };
      for (const { name, contract } of features) registerEndpoints(options, name, contract, handlers);
      api.get("/*", () => {
        throw new Problem(problems.notFound);
      });
    },
    { prefix: "/api" },
  );

  for (const { mount } of features)
    await mount?.(app, context, { authorize, cache, rates, drawings: renderer?.drawings });
  await mountDiscovery(app, context, cache, rates.discovery);
  if (renderer) {
    const api = (cacheTags: Set<string>) => callLocally(contracts, handlers, cacheTags);
    const limitForm = (form: FormCall) => (request: CountedRequest) =>
      limitCalls(form, contracts[form].rate, request);
    sendNotFound = await mountPages(app, context, renderer, {
      api,
      cache,
      queue,
      hasDemoSchool,
      rates,
      limitForm,
    });
  }
  return app;
}

/** Unique among all processes. */
function createRequestIds(): () => string {
  const process = newId();
  let count = 0;
  return () => `${process}-${(count += 1)}`;
}

const usualOptions = ({ log }: AppContext) => ({
  loggerInstance: log,
  // A request log would contain the emails in paths.
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: createRequestIds(),
  forceCloseConnections: "idle" as const,
});

/** Of a process that only works in the background. Sandboxes stand for outside services, which that work asks. */
export async function createJobsApp(context: AppContext, metrics?: Metrics): Promise<FastifyInstance> {
  const app = Fastify(usualOptions(context));
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerProblems(app);
  metrics?.observe(app);
  closeConnections(app, { announces: false });
  for (const each of context.sandboxes) await each.mount(app);
  mountHealth(app, context);
  return app;
}

function trustIn(proxies: AppContext["settings"]["trustProxy"]) {
  if (proxies === false) return undefined;
  if (typeof proxies === "number") return (_ip: string, hop: number) => hop < proxies;
  return proxyAddr.compile([...proxies]);
}
