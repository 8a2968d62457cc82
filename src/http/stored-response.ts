import { createHash } from "node:crypto";
import { validateHeaderName, validateHeaderValue } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CacheTag } from "../platform/invalidation.ts";

export interface RenderedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly cacheTags: readonly CacheTag[];
}

export interface SentResponse {
  readonly status: number;
  /** Names and values alternate, as `writeHead` takes them. */
  readonly headers: readonly string[];
  /** The same headers as sent, one CRLF-terminated line each. */
  readonly headerLines: string;
  readonly body: Buffer | undefined;
}

export interface StoredResponse {
  readonly status: number;
  readonly cacheTags: readonly CacheTag[];
  readonly isPersonal: boolean;
  /** Includes the encodings that may follow. */
  readonly bytes: number;
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Undefined until `send` has answered two such requests. */
  findSent(headers: FastifyRequest["headers"]): SentResponse | undefined;
}

type Encoding = "br" | "gzip" | "identity";

export function storeResponse({ status, headers, body, cacheTags }: RenderedResponse): StoredResponse {
  const isText = typeof body === "string";
  const identity = isText ? Buffer.from(body) : body;
  const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  const encodings = new Map<Encoding, Promise<Buffer>>();
  const variants = new Set<Encoding | "unchanged">();
  const sent = new Map<Encoding | "unchanged", SentResponse>();

  const encode = (encoding: Encoding): Promise<Buffer> => {
    const known = encodings.get(encoding);
    if (known) return known;
    const encoded = encoders[encoding](identity);
    encodings.set(encoding, encoded);
    return encoded;
  };
  const variantFor = (requestHeaders: FastifyRequest["headers"]): Encoding | "unchanged" => {
    if (status === 200 && requestHeaders["if-none-match"]?.includes(etag)) return "unchanged";
    return isText ? bestEncoding(requestHeaders["accept-encoding"] ?? "") : "identity";
  };
  return {
    status,
    cacheTags,
    isPersonal: headers["cache-control"]?.includes("no-store") ?? false,
    bytes: isText ? 2 * identity.length : identity.length,
    findSent: (requestHeaders) => sent.get(variantFor(requestHeaders)),
    send: async (request, reply) => {
      const variant = variantFor(request.headers);
      // Many are requested only once, so the preparation waits for the second request.
      const isFirst = !variants.has(variant);
      variants.add(variant);
      const encoded =
        variant === "unchanged"
          ? undefined
          : await (isFirst && variant === "br" ? compress(identity, quickQuality) : encode(variant));
      reply
        .code(variant === "unchanged" ? 304 : status)
        .header("cache-control", "public, no-cache")
        .headers(headers)
        .header("etag", etag)
        .header("vary", "accept-encoding");
      if (variant === "br" || variant === "gzip") reply.header("content-encoding", variant);
      if (encoded) reply.header("content-length", encoded.length);
      if (!isFirst && !sent.has(variant) && !reply.hasHeader("set-cookie"))
        sent.set(variant, noteSent(reply, encoded));
      return request.method === "HEAD" ? reply.send() : reply.send(encoded);
    },
  };
}

/** Close to the best ratio at about a tenth of the time. */
const brotliQuality = 5;
/** A third of that time, and a tenth more bytes. */
const quickQuality = 3;

const compress = (identity: Buffer, quality: number): Promise<Buffer> =>
  promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

const encoders: Readonly<Record<Encoding, (identity: Buffer) => Promise<Buffer>>> = {
  br: (identity) => compress(identity, brotliQuality),
  gzip: (identity) => promisify(gzip)(identity),
  identity: async (identity) => identity,
};

function bestEncoding(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return "br";
  return /\bgzip\b/.test(accepted) ? "gzip" : "identity";
}

/** Throws where Node would refuse a header: nothing validates its line again. */
function noteSent(reply: FastifyReply, body: Buffer | undefined): SentResponse {
  const headers = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  for (const [name, value] of headers) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  const headerLines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return { status: reply.statusCode, headers: headers.flat(), headerLines, body };
}
