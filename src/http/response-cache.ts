import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Invalidation, CacheTag } from "../platform/invalidation.ts";
import type { FairQueue } from "./fair-queue.ts";
import { type CountRequest, visitorOf } from "./visitor-rate-limit.ts";

export interface RenderedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly cacheTags: readonly CacheTag[];
}

interface CachedResponse extends Omit<RenderedResponse, "body"> {
  readonly etag: string;
  readonly bodies: Bodies;
}
type Encoding = "br" | "gzip" | "identity";
type Bodies = Readonly<Record<"identity", Buffer> & Partial<Record<Encoding, Buffer>>>;

const maxCacheBytes = 64 * 1024 * 1024;
/** A notification may be lost with its connection, so entries expire too. */
const maxAgeSeconds = 300;
const entryOverheadBytes = 1000;

export interface ResponseCache {
  /** `key` identifies the response. Throws overloaded or too-many-requests. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    renderResponse: () => Promise<RenderedResponse>,
  ): Promise<FastifyReply>;
}

export interface RenderingLimits {
  readonly queue: FairQueue;
  readonly count: CountRequest;
}

export function createResponseCache(
  invalidation: Invalidation,
  { queue, count }: RenderingLimits,
): ResponseCache {
  const cache = new LRUCache<string, CachedResponse>({
    maxSize: maxCacheBytes,
    ttl: maxAgeSeconds * 1000,
    sizeCalculation: ({ bodies }) =>
      Object.values(bodies).reduce((sum, { length }) => sum + length, entryOverheadBytes),
  });
  const inFlight = new Map<string, Promise<CachedResponse>>();
  /** Keyed by visitor and cache key: a classroom that opens one page takes one place in the queue. */
  const queued = new Map<string, Promise<CachedResponse>>();
  let invalidations = 0;
  invalidation.onInvalidate((cacheTags) => {
    invalidations += 1;
    // A rendering in flight may have read stale data.
    inFlight.clear();
    queued.clear();
    for (const [key, answer] of cache.entries()) {
      if (!cacheTags || answer.cacheTags.some((tag) => cacheTags.includes(tag))) cache.delete(key);
    }
  });

  const render = async (
    key: string,
    renderResponse: () => Promise<RenderedResponse>,
  ): Promise<CachedResponse> => {
    const invalidationsBefore = invalidations;
    const answer = await prepare(await renderResponse());
    if (invalidations === invalidationsBefore && answer.status === 200) cache.set(key, answer);
    return answer;
  };

  const once = (
    running: Map<string, Promise<CachedResponse>>,
    key: string,
    work: () => Promise<CachedResponse>,
  ): Promise<CachedResponse> => {
    const found = running.get(key);
    if (found) return found;
    const pending = work().finally(() => {
      if (running.get(key) === pending) running.delete(key);
    });
    running.set(key, pending);
    return pending;
  };

  return {
    send: async (request, reply, key, renderResponse) => {
      const found = cache.get(key) ?? (await inFlight.get(key));
      if (found) return sendCached(request, reply, found);
      await count(request);
      const visitor = visitorOf(request);
      const answer = await once(queued, `${visitor} ${key}`, () =>
        queue.run(
          visitor,
          async () => cache.get(key) ?? (await once(inFlight, key, () => render(key, renderResponse))),
        ),
      );
      return sendCached(request, reply, answer);
    },
  };
}

async function prepare({ body, ...response }: RenderedResponse): Promise<CachedResponse> {
  const bodies = typeof body === "string" ? await compress(Buffer.from(body)) : { identity: body };
  const etag = `W/"${createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22)}"`;
  return { ...response, etag, bodies };
}

/** Close to the best ratio at about a tenth of the time. */
const brotliQuality = 5;

async function compress(identity: Buffer): Promise<Bodies> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    promisify(gzip)(identity),
  ]);
  return { br, gzip: gz, identity };
}

function sendCached(request: FastifyRequest, reply: FastifyReply, answer: CachedResponse): FastifyReply {
  reply
    .code(answer.status)
    .header("cache-control", "public, no-cache")
    .headers(answer.headers)
    .header("etag", answer.etag)
    .header("vary", "accept-encoding");
  if (answer.status === 200 && request.headers["if-none-match"]?.includes(answer.etag))
    return reply.code(304).send();
  const encoding = bestEncoding(request.headers["accept-encoding"] ?? "", answer.bodies);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  const body = answer.bodies[encoding] ?? answer.bodies.identity;
  reply.header("content-length", body.length);
  return request.method === "HEAD" ? reply.send() : reply.send(body);
}

function bestEncoding(accepted: string, { br, gzip: gz }: Bodies): Encoding {
  if (br && /\bbr\b/.test(accepted)) return "br";
  return gz && /\bgzip\b/.test(accepted) ? "gzip" : "identity";
}
