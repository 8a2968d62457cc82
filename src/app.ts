import cluster from "node:cluster";
import helmet from "@fastify/helmet";
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
import { describeAccess } from "./features/accounts/access.ts";
import { accountsApi } from "./features/accounts/api.ts";
import { accounts } from "./features/accounts/contract.ts";
import { createCallerId } from "./features/accounts/caller-id.ts";
import { createRateLimitKey } from "./features/accounts/rate-limit-key.ts";
import { createAuthorize } from "./features/accounts/authorize.ts";
import { administrationApi } from "./features/administration/api.ts";
import { administration } from "./features/administration/contract.ts";
import { auditApi } from "./features/audit/api.ts";
import { audit } from "./features/audit/contract.ts";
import { classesApi } from "./features/classes/api.ts";
import { classesContract } from "./features/classes/contract.ts";
import { critiqueApi } from "./features/critique/api.ts";
import { critiqueContract } from "./features/critique/contract.ts";
import { mountSubmissions } from "./features/critique/submission-routes.ts";
import { contactApi } from "./features/contact/api.ts";
import { contact } from "./features/contact/contract.ts";
import { newsletterApi } from "./features/newsletter/api.ts";
import { newsletter } from "./features/newsletter/contract.ts";
import { enrollmentsApi } from "./features/enrollments/api.ts";
import { enrollmentsContract } from "./features/enrollments/contract.ts";
import { lessonsApi } from "./features/lessons/api.ts";
import { lessonsContract } from "./features/lessons/contract.ts";
import { mountMedia } from "./features/playback/media-routes.ts";
import { progressApi } from "./features/progress/api.ts";
import { progressContract } from "./features/progress/contract.ts";
import { galleryApi } from "./features/gallery/api.ts";
import { galleryContract } from "./features/gallery/contract.ts";
import { moderationApi } from "./features/moderation/api.ts";
import { moderationContract } from "./features/moderation/contract.ts";
import { certificatesApi } from "./features/certificates/api.ts";
import { mountCertificates } from "./features/certificates/certificate-routes.ts";
import { certificatesContract } from "./features/certificates/contract.ts";
import { instructorsApi } from "./features/instructors/api.ts";
import { instructors } from "./features/instructors/contract.ts";
import { notificationsApi } from "./features/notifications/api.ts";
import { notificationsContract } from "./features/notifications/contract.ts";
import { findUnread } from "./features/notifications/queries.ts";
import { paymentsApi } from "./features/payments/api.ts";
import { paymentsContract } from "./features/payments/contract.ts";
import { receiptApi } from "./features/payments/receipt-api.ts";
import { receiptContract } from "./features/payments/receipt-contract.ts";
import { refundApi } from "./features/payments/refund-api.ts";
import { refundContract } from "./features/payments/refund-contract.ts";
import { picturesApi } from "./features/pictures/api.ts";
import { picturesContract } from "./features/pictures/contract.ts";
import { maxPictureBytes } from "./features/pictures/policy.ts";
import { selectionsApi } from "./features/selections/api.ts";
import { selectionsContract } from "./features/selections/contract.ts";
import { privacyApi } from "./features/privacy/api.ts";
import { privacyContract } from "./features/privacy/contract.ts";
import { mountExport } from "./features/privacy/export-route.ts";
import { refuseErased } from "./features/privacy/refuse-erased.ts";
import { healthApi, mountHealth } from "./features/health/api.ts";
import { health } from "./features/health/contract.ts";
import type { Metrics } from "./features/health/metrics.ts";
import { teachingApi } from "./features/applications/api.ts";
import { teaching } from "./features/applications/contract.ts";
import { newId } from "./platform/ids.ts";
import { boundConnections } from "./http/bound-connections.ts";
import { closeConnections } from "./http/close-connections.ts";
import { createFairQueue } from "./http/fair-queue.ts";
import { mountFrontPath } from "./http/front-path.ts";
import { shedLoad } from "./http/shed-load.ts";
import { createResponseCache } from "./http/response-cache.ts";
import { Problem, problems } from "./platform/errors.ts";
import { answerProblems, sendProblem } from "./http/problem-responses.ts";
import { callLocally, registerEndpoints } from "./http/register-endpoints.ts";
import { createLimitCalls } from "./http/limit-calls.ts";
import type { Tracing } from "./http/tracing.ts";
import { parseQuery } from "./http/url-params.ts";
import { type CountedRequest, createVisitorRates } from "./http/visitor-rate-limit.ts";
import { apiDescription } from "./http/openapi.ts";
import { mountDiscovery } from "./seo/seo-routes.ts";
import { type PageRenderer, type SendNotFound, mountPages } from "./pages/mount-pages.ts";
import { lessonUploads } from "./features/lessons/lesson-uploads.ts";
import { videosApi } from "./features/videos/api.ts";
import { videosContract } from "./features/videos/contract.ts";
import { mountUploads } from "./features/uploads/mount-uploads.ts";
import { mountPictures } from "./features/pictures/picture-routes.ts";
import type { AppContext } from "./context.ts";
import { notificationSources } from "./notification-sources.ts";

/** Bytes. */
const bodyLimit = 64 * 1024;

export async function createApp(
  context: AppContext,
  renderer?: PageRenderer,
  {
    failsUndeclared = false,
    hasDemoSchool = false,
    metrics,
    tracing,
  }: {
    readonly failsUndeclared?: boolean;
    readonly hasDemoSchool?: boolean;
    readonly metrics?: Metrics | undefined;
    readonly tracing?: Tracing | undefined;
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
  await tracing?.follow(app);
  metrics?.observe(app);
  boundConnections(app);

  await app.register(helmet, {
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

  const describe = () => app.swagger() as { openapi: string };
  const callerId = createCallerId(context.accessTokens);
  const rateLimitKey = createRateLimitKey(callerId);
  const rates = createVisitorRates(rateLimitFactor, rateLimitKey, context.visitorCounts);
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
  const ofAccounts = accountsApi(context, {
    findUnread: (personId) => findUnread(context.db, personId),
  });
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
      registerEndpoints(options, "Accounts", accounts, ofAccounts);
      registerEndpoints(
        options,
        "Notifications",
        notificationsContract,
        notificationsApi(context, notificationSources),
      );
      registerEndpoints(options, "Pictures", picturesContract, picturesApi(context));
      registerEndpoints(options, "Applications", teaching, teachingApi(context));
      registerEndpoints(options, "Classes", classesContract, classesApi(context));
      registerEndpoints(options, "Enrollments", enrollmentsContract, enrollmentsApi(context));
      registerEndpoints(options, "Videos", videosContract, videosApi(context));
      registerEndpoints(options, "Lessons", lessonsContract, lessonsApi(context));
      registerEndpoints(options, "Progress", progressContract, progressApi(context));
      registerEndpoints(options, "Critique", critiqueContract, critiqueApi(context));
      registerEndpoints(options, "Gallery", galleryContract, galleryApi(context));
      registerEndpoints(options, "Moderation", moderationContract, moderationApi(context));
      registerEndpoints(options, "Certificates", certificatesContract, certificatesApi(context));
      registerEndpoints(options, "Instructors", instructors, instructorsApi(context));
      registerEndpoints(options, "Selections", selectionsContract, selectionsApi(context));
      registerEndpoints(options, "Payments", paymentsContract, paymentsApi(context));
      registerEndpoints(options, "Payments", refundContract, refundApi(context));
      registerEndpoints(options, "Payments", receiptContract, receiptApi(context));
      registerEndpoints(options, "Contact", contact, contactApi(context));
      registerEndpoints(options, "Newsletter", newsletter, newsletterApi(context));
      registerEndpoints(options, "Audit", audit, auditApi(context));
      registerEndpoints(options, "Administration", administration, administrationApi(context));
      registerEndpoints(options, "Privacy", privacyContract, privacyApi(context));
      registerEndpoints(options, "Health", health, healthApi(context, describe));
      api.get("/*", () => {
        throw new Problem(problems.notFound);
      });
    },
    { prefix: "/api" },
  );

  const uses = lessonUploads(context);
  await mountUploads(app, context, { authorize, count: rates.calls, uses });
  await mountPictures(app, context, rates.files, renderer?.drawings);
  await mountMedia(app, context, authorize, rates.files);
  await mountSubmissions(app, context, rates.files);
  await mountExport(app, context, rates.files);
  await mountCertificates(app, context, cache, rates.files);
  await mountDiscovery(app, context, cache, rates.discovery);
  if (renderer) {
    const contract = {
      ...accounts,
      ...notificationsContract,
      ...classesContract,
      ...lessonsContract,
      ...certificatesContract,
      ...instructors,
      ...contact,
      ...newsletter,
      ...health,
    };
    const handlers = {
      ...ofAccounts,
      ...notificationsApi(context, notificationSources),
      ...classesApi(context),
      ...lessonsApi(context),
      ...certificatesApi(context),
      ...instructorsApi(context),
      ...contactApi(context),
      ...newsletterApi(context),
      ...healthApi(context, describe),
    };
    const api = (cacheTags: Set<string>) => callLocally(contract, handlers, cacheTags);
    type Limited =
      | "POST /account/email"
      | "POST /contact"
      | "POST /guardian"
      | "POST /guardian/{token}"
      | "POST /newsletter"
      | "POST /newsletter/confirm"
      | "PATCH /notifications/mail-link";
    const limitLike = (key: Limited) => {
      const { rate } = contract[key];
      return (request: CountedRequest) => limitCalls(key, rate, request);
    };
    const forms = {
      "/contact-us": limitLike("POST /contact"),
      "/newsletter": limitLike("POST /newsletter"),
      "/newsletter/confirm": limitLike("POST /newsletter/confirm"),
      "/newsletter/unsubscribe": limitLike("POST /newsletter/confirm"),
      "/notifications/unsubscribe": limitLike("PATCH /notifications/mail-link"),
      "/change-email": limitLike("POST /account/email"),
      "/guardian": limitLike("POST /guardian/{token}"),
      "/guardian/link": limitLike("POST /guardian"),
    };
    sendNotFound = await mountPages(app, context, renderer, {
      api,
      cache,
      queue,
      hasDemoSchool,
      rates,
      forms,
    });
  }
  return app;
}

const usualOptions = ({ log }: AppContext) => ({
  loggerInstance: log,
  // A request log would contain the emails in paths.
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => newId(),
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
