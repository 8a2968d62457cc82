import { createHash } from "node:crypto";
import { Transform, pipeline } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../context.ts";
import { Problem, problems } from "../../platform/errors.ts";
import { readRange } from "./byte-range.ts";

const unsatisfiable = {
  code: "range-not-satisfiable",
  status: 416,
  detail: "The file ends before the bytes that were asked for.",
} as const;

interface StoredFileToSend {
  readonly name: string;
  readonly bytes: number;
  /** Another one for other bytes. */
  readonly version: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxOpenRange?: number;
  /** Called once, when the answer has ended or was broken off. */
  readonly onSent?: (from: number, count: number) => void;
}

/** Streams a stored file, or a range of it. Throws not-found and range-not-satisfiable. */
export async function sendFile(
  { storage }: Pick<AppContext, "storage">,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, bytes, version, type, headers, maxOpenRange, onSent }: StoredFileToSend,
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
  const found = await storage.read(name, range);
  if (!found) throw new Problem(problems.notFound);
  describe().type(type).header("content-length", found.length);
  if (range) reply.code(206).header("content-range", `bytes ${range.from}-${range.to}/${bytes}`);
  let read = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      read += chunk.length;
      done(null, chunk);
    },
  });
  // Destroys the file's stream when the visitor is gone.
  pipeline(found.stream, counted, () => {});
  reply.raw.once("close", () => {
    const unsent = counted.readableLength + reply.raw.writableLength;
    onSent?.(range?.from ?? 0, Math.max(read - unsent, 0));
  });
  return reply.send(counted);
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
