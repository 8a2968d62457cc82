import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest, FastifyInstance } from "fastify";
import type { AppContext } from "../../../context.ts";
import { Problem, problems } from "../../../platform/errors.ts";

/** Both ends included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** RFC 9110, 14.2. An open range gets at most `maxOpen` bytes, so that less unwatched video is sent. */
function readRange(header: string | undefined, total: number, maxOpen = total) {
  const [, first = "", last = ""] = /^bytes=\s*(\d*)-(\d*)\s*(?:,|$)/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const end = total - 1;
  if (first === "") {
    const from = Math.max(total - Number(last), 0);
    return from > end ? "unsatisfiable" : { from, to: end };
  }
  const from = Number(first);
  const to = last === "" ? from + maxOpen - 1 : Number(last);
  if (to < from) return undefined;
  return from > end ? "unsatisfiable" : { from, to: Math.min(to, end) };
}

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
  /** Skipped if the response has no bytes of the file. If it fails, nothing is sent. */
  readonly beforeSending: (range: ByteRange) => Promise<void>;
}

/** May redirect to a URL that is valid for a minute. Throws not-found, range-not-satisfiable. */
export async function sendFile(
  { storage }: Pick<AppContext, "storage">,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, bytes, version, type, headers, maxOpenRange, mayRedirect, beforeSending }: StoredFileToSend,
): Promise<FastifyReply> {
  const etag = `"${version}"`;
  const { range: requestedRange, "if-range": condition = etag } = request.headers;
  const range =
    request.method === "GET" && condition === etag
      ? readRange(requestedRange, bytes, maxOpenRange)
      : undefined;
  if (range === "unsatisfiable") {
    reply.header("content-range", `bytes */${bytes}`);
    throw new Problem(unsatisfiable);
  }
  const describe = () =>
    reply.headers({ ...headers, etag, "accept-ranges": "bytes", "x-accel-buffering": "no" });
  if (isFresh(request, etag)) return describe().code(304).send();
  if (request.method === "HEAD") return describe().type(type).header("content-length", bytes).send();
  if (mayRedirect && storage.forBrowsers && range && requestedRange === `bytes=${range.from}-${range.to}`) {
    await beforeSending(range);
    // The URL is for this viewer only, who gets no other after losing the seat.
    reply.header("cache-control", "private, no-store");
    return reply.redirect(await storage.forBrowsers.sign(name, range, type));
  }
  const found = await storage.read(name, range);
  if (!found) throw new Problem(problems["not-found"]);
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

export type MediaContext = Pick<
  AppContext,
  "accessTokens" | "clock" | "db" | "mediaTokens" | "settings" | "storage"
>;

/** Fastify's own HEAD would read the file. */
export function serve<Params, Query = unknown>(
  scope: FastifyInstance,
  url: string,
  handler: (
    request: FastifyRequest<{ Params: Params; Querystring: Query }>,
    reply: FastifyReply,
  ) => Promise<FastifyReply>,
): void {
  const method = ["GET", "HEAD"];
  scope.route<{ Params: Params; Querystring: Query }>({ method, url, exposeHeadRoute: false, handler });
}

/** Rights end with the next request; the browser keeps what it already has. */
export const privately = { "cache-control": "private, max-age=600" };
