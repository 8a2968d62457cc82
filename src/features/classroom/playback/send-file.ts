import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../../context.ts";
import { Problem, problems } from "../../../platform/errors.ts";
import { type ByteRange, readRange } from "./byte-range.ts";

const unsatisfiable = {
  code: "range-not-satisfiable",
  status: 416,
  detail: "The file ends before the bytes that were asked for.",
} as const;

interface StoredFileToSend {
  readonly name: string;
  readonly bytes: number;
  /** Changes with the bytes. */
  readonly version: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxOpenRange?: number;
  /** If browsers can reach the store, they fetch exact ranges there. */
  readonly mayRedirect?: boolean;
  /** Skipped if the answer contains no bytes of the file. If it fails, nothing is sent. */
  readonly beforeSending: (range: ByteRange) => Promise<void>;
}

/**
 * Streams a stored file or a range of it, or redirects to a URL that is valid for a minute. Throws not-found and
 * range-not-satisfiable.
 */
export async function sendFile(
  { storage }: Pick<AppContext, "storage">,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, bytes, version, type, headers, maxOpenRange, mayRedirect, beforeSending }: StoredFileToSend,
): Promise<FastifyReply> {
  const etag = `"${version}"`;
  const { range: asked, "if-range": condition = etag } = request.headers;
  const range =
    request.method === "GET" && condition === etag ? readRange(asked, bytes, maxOpenRange) : undefined;
  if (range === "unsatisfiable") {
    reply.header("content-range", `bytes */${bytes}`);
    throw new Problem(unsatisfiable);
  }
  const describe = () =>
    reply.headers({ ...headers, etag, "accept-ranges": "bytes", "x-accel-buffering": "no" });
  if (isFresh(request, etag)) return describe().code(304).send();
  if (request.method === "HEAD") return describe().type(type).header("content-length", bytes).send();
  if (mayRedirect && storage.forBrowsers && range && asked === `bytes=${range.from}-${range.to}`) {
    await beforeSending(range);
    // The URL is for this viewer only, who gets no other after losing the seat.
    reply.header("cache-control", "private, no-store");
    return reply.redirect(await storage.forBrowsers.sign(name, range, type));
  }
  const found = await storage.read(name, range);
  if (!found) throw new Problem(problems.notFound);
  try {
    await beforeSending(range ?? { from: 0, to: bytes - 1 });
  } catch (error) {
    found.stream.destroy();
    throw error;
  }
  describe().type(type).header("content-length", found.length);
  if (range) reply.code(206).header("content-range", `bytes ${range.from}-${range.to}/${bytes}`);
  return reply.send(found.stream);
}

export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  reply.headers({ ...headers, etag });
  return isFresh(request, etag) ? reply.code(304).send() : reply.send(body);
}

const isFresh = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers["if-none-match"] ?? "").split(/\s*,\s*/).includes(etag);
