import cluster from "node:cluster";
import proxyAddr from "@fastify/proxy-addr";
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { type CallerFor, createAuthorize, createCallerId, createRateLimitKey } from "./access/authorize.ts";
import { type Contracts, contracts, features } from "./features.ts";
import { maxPictureBytes } from "./features/school/pictures/policy.ts";
import { refuseErased } from "./features/office/privacy/delete-account.ts";
import { mountHealth } from "./features/office/health/feature.ts";
import type { Metrics } from "./features/office/health/metrics.ts";
import {
  type SendNotFound,
  closeConnections,
  createPublicServer,
  createServer,
  shedLoad,
  trustProxies,
} from "./http/create-server.ts";
import { createFairQueue } from "./http/fair-queue.ts";
import { mountFrontPath } from "./http/front-path.ts";
import { mountApi, apiDescription } from "./http/mount-api.ts";
import { createResponseCache } from "./http/response-cache.ts";
import { type Handlers, callLocally } from "./http/register-endpoints.ts";
import { createLimitCalls, type CountedRequest, createVisitorRates } from "./http/visitor-rate-limit.ts";
import { mountDiscovery } from "./seo/seo-routes.ts";
import { type FormCall, type PageRenderer, mountPages } from "./pages/mount-pages.ts";
import type { AppContext } from "./context.ts";
import { describeAccess } from "./access/policy.ts";

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
  const { origin, rateLimitFactor } = context.settings;
  let sendNotFound: SendNotFound | undefined;
  const trustProxy = trustProxies(context.settings.trustProxy);
  const app = createPublicServer({ log: context.log, origin, trustProxy, notFoundPage: () => sendNotFound });
  app.decorateRequest("caller", null);
  metrics?.observe(app);
  shedLoad(app, 2_000 * Math.max(1, rateLimitFactor));

  await app.register(swagger, apiDescription(origin));

  for (const each of context.sandboxes) await each.mount(app);

  const callerId = createCallerId(context.accessTokens);
  const rateLimitKey = createRateLimitKey(callerId);
  const rates = createVisitorRates(rateLimitFactor, rateLimitKey, context.clock);
  await context.identity.mount(app, rates.identity);
  const limitCalls = createLimitCalls(context.rateLimiter, rateLimitKey);
  // Rendering occupies the only thread, so more concurrency only adds latency.
  const queue = createFairQueue({
    atOnce: 4,
    atOnceForOne: 2,
    waitingForOne: 60 * rateLimitFactor,
    maxWait: 3_000 * Math.max(1, rateLimitFactor),
  });
  // Renderings for disconnected visitors still read the database.
  app.addHook("onClose", () => queue.whenIdle());
  const cache = createResponseCache(context.invalidation, {
    queue,
    count: rates.renderings,
    onAnswer: metrics?.onAnswer,
    isAway: () => context.database.isAway(),
  });
  mountFrontPath(app, {
    cache,
    clock: context.clock,
    ipOf: (request) => (trustProxy ? proxyAddr(request, trustProxy) : request.socket.remoteAddress),
  });
  // A proxy may be sending a request on a connection that it keeps.
  closeConnections(app, { announces: cluster.isWorker || trustProxy !== undefined });
  const handlers = Object.assign({}, ...features.map((each) => each.handlers(context, app))) as Handlers<
    Contracts,
    CallerFor
  >;
  const authorize = createAuthorize(context.db, callerId, refuseErased(context));
  await mountApi(app, features, handlers, {
    authorize,
    describeAccess,
    cache,
    limitCalls,
    callRate: rates.calls,
    failsUndeclared,
    maxFileBytes: maxPictureBytes,
  });
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

/** Background jobs only, and the sandboxes' pages. */
export async function createJobsApp(context: AppContext, metrics?: Metrics): Promise<FastifyInstance> {
  const app = createServer(context.log);
  metrics?.observe(app);
  closeConnections(app, { announces: false });
  for (const each of context.sandboxes) await each.mount(app);
  mountHealth(app, context);
  return app;
}
