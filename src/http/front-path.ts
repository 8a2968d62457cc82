import { STATUS_CODES } from "node:http";
import type { FastifyInstance, RawReplyDefaultExpression, RawRequestDefaultExpression } from "fastify";
import type { Clock } from "../platform/clock.ts";
import type { ResponseCache } from "./response-cache.ts";
import type { SentResponse } from "./stored-response.ts";

type Listener = (request: RawRequestDefaultExpression, response: RawReplyDefaultExpression) => void;

interface FrontPathParts {
  readonly cache: Pick<ResponseCache, "findSent">;
  readonly clock: Clock;
  readonly ipOf: (request: RawRequestDefaultExpression) => string | undefined;
}

/** Sends cached responses to anonymous visitors 3–4 times as fast as Fastify, which gets all other requests. */
export function mountFrontPath(app: FastifyInstance, { cache, clock, ipOf }: FrontPathParts): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  const listeners = app.server.listeners("request") as Listener[];
  const passOn: Listener = (request, response) => {
    for (const listener of listeners) listener(request, response);
  };
  // Fastify's `serverFactory` would bind `localhost` to only one of its two addresses.
  app.server.removeAllListeners("request");
  app.server.on("request", (request, response) => {
    const { method, url, headers } = request;
    const isAnonymousRead = (method === "GET" || method === "HEAD") && headers.authorization === undefined;
    const found =
      isAnonymousRead && url !== undefined && !isClosing && !app.isUnderPressure()
        ? cache.findSent({ url, headers })
        : undefined;
    const ip = found && ipOf(request);
    if (!found || ip === undefined || !found.rate.allows(ip)) return passOn(request, response);
    const keepAliveSeconds = Math.floor(app.server.keepAliveTimeout / 1000);
    const ownLines =
      `Date: ${clock.now().toUTCString()}\r\n` +
      `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`;
    repeatHead(found.sent, ownLines, response);
    response.end(method === "HEAD" ? undefined : found.sent.body);
  });
}

/** Node keeps the head of a response here until it is written. */
interface ResponseWithHead {
  _header: string;
}

/** Node has no public way to write a preformatted head; joining it again takes an eighth of a response's time. */
function repeatHead(
  { status, headers, headerLines }: SentResponse,
  ownLines: string,
  response: RawReplyDefaultExpression,
): void {
  if (!response.shouldKeepAlive) {
    response.writeHead(status, [...headers]);
    return;
  }
  response.statusCode = status;
  (response as unknown as ResponseWithHead)._header =
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headerLines}${ownLines}\r\n`;
}
