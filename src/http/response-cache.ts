import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Changes, Topic } from "../platform/invalidation.ts";
import type { FairQueue } from "./fair-queue.ts";
import { type CountRequest, visitorOf } from "./visitor-rate-limit.ts";

/** An answer as it is produced, before it is made ready to be sent again and again. */
export interface Produced {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or bytes that are as small as they get. */
  readonly body: string | Buffer;
  /** What it shows: it is thrown away when one of these changes. */
  readonly topics: readonly Topic[];
}

/** An answer in finished bytes: compressed once, with its tag. */
interface Finished extends Omit<Produced, "body"> {
  readonly etag: string;
  readonly bodies: Bodies;
}
type Encoding = "br" | "gzip" | "identity";
type Bodies = Readonly<Record<"identity", Buffer> & Partial<Record<Encoding, Buffer>>>;

/** Bytes of memory for all finished answers together. */
const mostBytes = 64 * 1024 * 1024;
/** Seconds after which an answer is made anew even if nothing was heard: a word may be lost with a connection. */
const longestSeconds = 300;
/** Bytes for an answer's headers and its place. */
const bytesBesides = 1000;

/**
 * Keeps public answers as finished bytes until what they show changes. Only for answers that are the same for everybody.
 */
export interface FinishedAnswers {
  /**
   * Sends the answer kept under the key, or the one that `produce` makes when it is the visitor's turn. Several who wait
   * for one share its making. Throws overloaded or too-many-requests to a visitor who has too many made.
   * @param key names what is answered, so that nobody can have the same made again by asking in other words
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    produce: () => Promise<Produced>,
  ): Promise<FastifyReply>;
}

/** What stands between a visitor and the making of answers: whose turn it is, and how many they may have made. */
export interface MakingBounds {
  readonly queue: FairQueue;
  readonly count: CountRequest;
}

export function createFinishedAnswers(changes: Changes, { queue, count }: MakingBounds): FinishedAnswers {
  const kept = new LRUCache<string, Finished>({
    maxSize: mostBytes,
    ttl: longestSeconds * 1000,
    sizeCalculation: ({ bodies }) =>
      Object.values(bodies).reduce((sum, { length }) => sum + length, bytesBesides),
  });
  const making = new Map<string, Promise<Finished>>();
  let changesHeard = 0;
  changes.onChange((topics) => {
    changesHeard += 1;
    // What is being made at this moment may show the state before.
    making.clear();
    for (const [key, answer] of kept.entries()) {
      if (!topics || answer.topics.some((topic) => topics.includes(topic))) kept.delete(key);
    }
  });

  const make = async (key: string, produce: () => Promise<Produced>): Promise<Finished> => {
    const heardBefore = changesHeard;
    const answer = await finish(await produce());
    if (changesHeard === heardBefore && answer.status === 200) kept.set(key, answer);
    return answer;
  };

  /** Whoever made it meanwhile, it is not made twice. */
  const share = (key: string, produce: () => Promise<Produced>): Promise<Finished> => {
    const made = making.get(key);
    if (made) return made;
    const begun = make(key, produce).finally(() => {
      if (making.get(key) === begun) making.delete(key);
    });
    making.set(key, begun);
    return begun;
  };

  return {
    send: async (request, reply, key, produce) => {
      const found = kept.get(key) ?? (await making.get(key));
      if (found) return sendFinished(request, reply, found);
      await count(request, reply);
      const answer = await queue.run(
        visitorOf(request),
        async () => kept.get(key) ?? (await share(key, produce)),
      );
      return sendFinished(request, reply, answer);
    },
  };
}

async function finish({ body, ...produced }: Produced): Promise<Finished> {
  const bodies = typeof body === "string" ? await compress(Buffer.from(body)) : { identity: body };
  const etag = `W/"${createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22)}"`;
  return { ...produced, etag, bodies };
}

/** Near to the best in size at a tenth of its time: somebody waits for it. */
const quickly = 5;

async function compress(identity: Buffer): Promise<Bodies> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quickly } }),
    promisify(gzip)(identity),
  ]);
  return { br, gzip: gz, identity };
}

function sendFinished(request: FastifyRequest, reply: FastifyReply, answer: Finished): FastifyReply {
  reply
    .code(answer.status)
    // Kept by browsers, and asked for anew each time, which costs them a 304.
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
