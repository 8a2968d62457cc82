import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from "fastify";
import { setTimeout as wait } from "node:timers/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import helmet, { type HelmetOptions } from "helmet";
import proxyAddr from "@fastify/proxy-addr";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { Problem, problems } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { answerProblems, sendProblem } from "./problem-responses.ts";
import { parseQuery } from "./url-params.ts";

/** File descriptors for the database, the log, uploads and files in use. */
const reserved = 256;

/** Closes connections that exceed the file descriptors, or transfer no byte for `silence` milliseconds. */
export function boundConnections(
  { server }: Pick<FastifyInstance, "server">,
  { openFiles = maxOpenFiles(), silence = 120_000 } = {},
): void {
  server.setTimeout(silence);
  const maxConnections = Math.max(16, Math.floor((openFiles - reserved) / 2));
  // Otherwise the connection goes to another process, which may be full too.
  Object.assign(server, { maxConnections, dropMaxConnection: true });
}

/** Node raises the soft limit to the hard one, and reports it nowhere else. */
function maxOpenFiles(): number {
  // With network data, the report would resolve the host names of open connections.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft: number | "unlimited" } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Infinity;
}

const closeDelayMilliseconds = 2000;

/** `announces`: idle connections get one more response with `close`, so a request already sent is not lost. */
export function closeConnections(app: FastifyInstance, { announces }: { readonly announces: boolean }): void {
  app.addHook("preClose", async () => {
    if (announces) await wait(closeDelayMilliseconds);
    const timer = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once("close", () => clearInterval(timer));
  });
}

/** helmet's headers never vary, so it runs once. Raw, because uploads and sandboxes bypass Fastify. */
function setSecurityHeaders(app: FastifyInstance, options: HelmetOptions): void {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => {},
  };
  helmet(options)(undefined as never, response as never, () => {});
  app.addHook("onRequest", (_request, reply, done) => {
    reply.raw.setHeaders(headers);
    done();
  });
}

/** Bytes. */
const bodyLimit = 64 * 1024;

export function createServer(
  log: FastifyBaseLogger,
  options?: FastifyHttpOptions<RawServerDefault>,
): FastifyInstance {
  const app = Fastify({
    ...options,
    loggerInstance: log,
    // A request log would contain the emails in paths.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(),
    forceCloseConnections: "idle",
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerProblems(app);
  return app;
}

export type SendNotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
type TrustProxy = (ip: string, hop: number) => boolean;

interface PublicServerOptions {
  readonly log: FastifyBaseLogger;
  readonly origin: string;
  readonly trustProxy: TrustProxy | undefined;
  /** For URLs that can't be decoded, which reach no route. */
  readonly notFoundPage: () => SendNotFound | undefined;
}

export function createPublicServer(options: PublicServerOptions): FastifyInstance {
  const { log, origin, trustProxy, notFoundPage } = options;
  const answerUndecodable = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      const sendNotFound = notFoundPage();
      if (!sendNotFound || request.url.startsWith("/api/")) throw new Problem(problems["not-found"]);
      await sendNotFound(request, reply);
    } catch (failure) {
      const problem = failure instanceof Problem ? failure : new Problem(problems["internal-error"]);
      void sendProblem(request, reply, problem);
    }
  };
  const app = createServer(log, {
    trustProxy: trustProxy ?? false,
    // An email in a path may have 254 characters, some of them percent-encoded.
    routerOptions: { querystringParser: parseQuery, maxParamLength: 800 },
    bodyLimit,
    // Milliseconds: a 10 MB picture over a slow line.
    requestTimeout: 240_000,
    // Keep-alive connections get a response with `Connection: close`.
    return503OnClosing: false,
    frameworkErrors: (_failure, request, reply) => void answerUndecodable(request, reply),
  });
  boundConnections(app);
  setSecurityHeaders(app, {
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Sign-in popups on other origins must be able to return.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    strictTransportSecurity: origin.startsWith("https:"),
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });
  return app;
}

/** @param proxies number of hops, or their addresses */
export function trustProxies(proxies: false | number | readonly string[]): TrustProxy | undefined {
  if (proxies === false) return undefined;
  if (typeof proxies === "number") return (_ip, hop) => hop < proxies;
  return proxyAddr.compile([...proxies]);
}

/** Unique among all processes. */
function createRequestIds(): () => string {
  const process = newId();
  let count = 0;
  return () => `${process}-${(count += 1)}`;
}

declare module "fastify" {
  interface FastifyInstance {
    isUnderPressure(): boolean;
  }
}

/** Milliseconds. An interval without a sample counts as a single delay. */
const pressureInterval = 5_000;
const delayResolution = 10;

/** Not Fastify's plugin: it also reads memory, which throws once the process has no file descriptors left. */
export function shedLoad(app: FastifyInstance, maxDelay: number): void {
  const histogram = monitorEventLoopDelay({ resolution: delayResolution });
  histogram.enable();
  let delay = 0;
  const timer = setInterval(() => {
    delay = histogram.count === 0 ? pressureInterval : histogram.mean / 1e6 - delayResolution;
    histogram.reset();
  }, pressureInterval).unref();
  const isUnderPressure = (): boolean => delay > maxDelay;
  app.decorate("isUnderPressure", isUnderPressure);
  app.addHook("onRequest", (_request, _reply, done) => {
    if (isUnderPressure()) done(new Problem({ ...problems.overloaded, retryAfter: pressureInterval / 1000 }));
    else done();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    histogram.disable();
  });
}
