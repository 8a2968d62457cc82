import proxyAddr from "@fastify/proxy-addr";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { Problem, problems } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { boundConnections } from "./bound-connections.ts";
import { answerProblems, sendProblem } from "./problem-responses.ts";
import { setSecurityHeaders } from "./security-headers.ts";
import { parseQuery } from "./url-params.ts";

/** Bytes. */
const bodyLimit = 64 * 1024;

/** What every process listens with. */
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
export type TrustProxy = (ip: string, hop: number) => boolean;

interface PublicServerOptions {
  readonly log: FastifyBaseLogger;
  readonly origin: string;
  readonly trustProxy: TrustProxy | undefined;
  /** For URLs that can't be decoded, which reach no route. */
  readonly notFoundPage: () => SendNotFound | undefined;
}

/** The server that strangers reach. */
export function createPublicServer(options: PublicServerOptions): FastifyInstance {
  const { log, origin, trustProxy, notFoundPage } = options;
  const answerUndecodable = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      const sendNotFound = notFoundPage();
      if (!sendNotFound || request.url.startsWith("/api/")) throw new Problem(problems.notFound);
      await sendNotFound(request, reply);
    } catch (failure) {
      const problem = failure instanceof Problem ? failure : new Problem(problems.internal);
      void sendProblem(request, reply, problem);
    }
  };
  const app = createServer(log, {
    trustProxy: trustProxy ?? false,
    routerOptions: { querystringParser: parseQuery },
    bodyLimit,
    // Milliseconds: a 10 MB picture over a slow line.
    requestTimeout: 240_000,
    // Whoever still asks on an open connection is answered, and told to close it.
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

/** @param proxies how many every request passes, or their addresses */
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
