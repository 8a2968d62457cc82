import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { isDatabaseAway } from "../platform/database-away.ts";
import { problems } from "../platform/errors.ts";
import { type Invalidation, takenDownTag } from "../platform/invalidation.ts";
import { readFromReplica } from "../platform/replica.ts";
import type { FairQueue } from "./fair-queue.ts";
import {
  type RenderedResponse,
  type SentResponse,
  type StoredResponse,
  storeResponse,
} from "./stored-response.ts";
import { keepParams, splitUrl } from "./url-params.ts";
import { type CountRequest, type VisitorRate, visitorOf } from "./visitor-rate-limit.ts";

const maxCacheBytes = 64 * 1024 * 1024;
const maxOutdatedBytes = 32 * 1024 * 1024;
const maxRouteBytes = 4 * 1024 * 1024;
/** A notification may be lost with its connection, so entries expire too. */
const maxAgeSeconds = 300;
const maxOutdatedSeconds = 3600;
const maxKnownUrlBytes = 1024 * 1024;
const entryOverheadBytes = 1000;
const routeOverheadBytes = 300;

export interface CachedRoute {
  readonly name: string;
  /** The query parameters that the response depends on. Others must not reach its rendering. */
  readonly params?: readonly string[];
  /** The route's own rate limit. Without it, every request has to pass the route. */
  readonly rate?: VisitorRate;
}

export interface ResponseCache {
  /** `renderResponse` gets the route's own parameters. Throws overloaded or too-many-requests. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    route: CachedRoute,
    renderResponse: (query: string) => Promise<RenderedResponse>,
  ): Promise<FastifyReply>;
  /** The unchanged response to an earlier anonymous request for this URL. */
  findSent(request: {
    readonly url: string;
    readonly headers: FastifyRequest["headers"];
  }): { readonly sent: SentResponse; readonly rate: VisitorRate } | undefined;
}

export type OnAnswer = (source: "cache" | "rendering") => void;

export interface RenderingLimits {
  readonly queue: FairQueue;
  readonly count: CountRequest;
  readonly onAnswer?: OnAnswer | undefined;
  /** During an outage, outdated responses are sent. */
  readonly isAway?: () => boolean;
}

export function createResponseCache(
  invalidation: Pick<Invalidation, "onInvalidate">,
  { queue, count, onAnswer, isAway = () => false }: RenderingLimits,
): ResponseCache {
  const sizeCalculation = ({ bytes }: StoredResponse): number => bytes + entryOverheadBytes;
  const outdated = new LRUCache<string, StoredResponse>({
    maxSize: maxOutdatedBytes,
    ttl: maxOutdatedSeconds * 1000,
    sizeCalculation,
  });
  const cache = new LRUCache<string, StoredResponse>({
    maxSize: maxCacheBytes,
    ttl: maxAgeSeconds * 1000,
    sizeCalculation,
    dispose: (answer, key, reason) => {
      if (reason === "delete" || reason === "expire") outdated.set(key, answer);
    },
  });
  const routes = new LRUCache<string, CachedRoute>({
    maxSize: maxRouteBytes,
    sizeCalculation: (_, path) => path.length + routeOverheadBytes,
  });
  /** Sorting the parameters of a list takes a fifth of its answer's time. */
  const knownUrls = new LRUCache<string, { readonly key: string; readonly rate: VisitorRate }>({
    maxSize: maxKnownUrlBytes,
    sizeCalculation: ({ key }, url) => url.length + key.length + routeOverheadBytes,
  });
  const inFlight = new Map<string, Promise<StoredResponse>>();
  /** Keyed by visitor and cache key, so a classroom that opens one page takes one place in the queue. */
  const queued = new Map<string, Promise<StoredResponse>>();
  let invalidations = 0;
  invalidation.onInvalidate((cacheTags) => {
    invalidations += 1;
    // A rendering in flight may have read stale data.
    inFlight.clear();
    queued.clear();
    const removeFrom = (answers: LRUCache<string, StoredResponse>): void => {
      for (const [key, answer] of answers.entries())
        if (!cacheTags || answer.cacheTags.some((tag) => cacheTags.includes(tag))) answers.delete(key);
    };
    removeFrom(cache);
    if (cacheTags?.includes(takenDownTag)) removeFrom(outdated);
  });

  const recognize = (url: string) => {
    const [path, search] = splitUrl(url);
    const route = routes.get(path);
    return route?.rate && { key: route.name + keepParams(search, route.params ?? []), rate: route.rate };
  };

  const render = async (key: string, renderResponse: () => Promise<RenderedResponse>) => {
    const invalidationsBefore = invalidations;
    const answer = storeResponse(await readFromReplica(renderResponse));
    const isLasting = answer.status === 200 && !answer.isPersonal;
    if (isAway()) {
      // It came from a replica that may have missed a change.
      if (isLasting) outdated.set(key, answer);
      return answer;
    }
    if (answer.status < 500) outdated.delete(key);
    if (isLasting && invalidations === invalidationsBefore) cache.set(key, answer);
    return answer;
  };
  const orOutdated = async (key: string, rendering: () => Promise<StoredResponse>) => {
    try {
      const answer = await rendering();
      return answer.status === problems["database-away"].status ? (outdated.get(key) ?? answer) : answer;
    } catch (error) {
      const found = isDatabaseAway(error) ? outdated.get(key) : undefined;
      if (!found) throw error;
      return found;
    }
  };

  const once = (
    running: Map<string, Promise<StoredResponse>>,
    key: string,
    work: () => Promise<StoredResponse>,
  ): Promise<StoredResponse> => {
    const found = running.get(key);
    if (found) return found;
    const pending = work().finally(() => {
      if (running.get(key) === pending) running.delete(key);
    });
    running.set(key, pending);
    return pending;
  };

  return {
    send: async (request, reply, route, renderResponse) => {
      const [path, search] = splitUrl(request.url);
      const query = keepParams(search, route.params ?? []);
      const key = route.name + query;
      const found = cache.get(key);
      const running = inFlight.get(key);
      onAnswer?.(found || running ? "cache" : "rendering");
      if (found) return found.send(request, reply);
      const rendering = async (): Promise<StoredResponse> => {
        await count(request);
        const visitor = visitorOf(request);
        return once(queued, `${visitor} ${key}`, () =>
          queue.run(
            visitor,
            async () =>
              cache.get(key) ?? (await once(inFlight, key, () => render(key, () => renderResponse(query)))),
          ),
        );
      };
      const answer =
        (isAway() && outdated.get(key)) || (await orOutdated(key, running ? () => running : rendering));
      if (route.rate && cache.has(key)) routes.set(path, route);
      // RFC 9211: seconds since it was fresh.
      const left = outdated.peek(key) === answer ? outdated.getRemainingTTL(key) : undefined;
      if (left !== undefined)
        reply.header("cache-status", `Senga; hit; ttl=${Math.floor(left / 1000 - maxOutdatedSeconds) || -1}`);
      return answer.send(request, reply);
    },
    findSent: ({ url, headers }) => {
      const known = knownUrls.get(url);
      const found = known ?? recognize(url);
      const sent = found && cache.get(found.key)?.findSent(headers);
      if (!sent) return undefined;
      if (!known) knownUrls.set(url, found);
      onAnswer?.("cache");
      return { sent, rate: found.rate };
    },
  };
}
