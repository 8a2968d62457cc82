import { once } from "node:events";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { problems, maxPictureBytes, maxBufferedBytes, maxUploadsPerPerson } from "./policy.ts";

let bufferedBytes = 0;
const uploadsOf = new Map<string, number>();

/**
 * Counts memory as the bytes arrive, so slow uploads don't keep others out. Throws picture-too-large, no-file,
 * too-many-uploads, too-many-of-your-uploads.
 */
export async function admitUpload<Result>(
  uploader: Person,
  request: FastifyRequest,
  work: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
  const maxBytes = request.routeOptions.bodyLimit ?? maxPictureBytes;
  // A chunked body may have the maximum.
  const contentLength = Number(request.headers["content-length"] ?? maxBytes);
  if (contentLength > maxBytes) {
    await drainBody(request);
    throw new Problem(problems["picture-too-large"]);
  }
  const ownUploads = uploadsOf.get(uploader.id) ?? 0;
  if (ownUploads >= maxUploadsPerPerson) throw new Problem(problems["too-many-of-your-uploads"]);
  if (bufferedBytes + contentLength > maxBufferedBytes) throw new Problem(problems["too-many-uploads"]);
  let ownBytes = 0;
  uploadsOf.set(uploader.id, ownUploads + 1);
  const count = (bytes: number): void => {
    if (bufferedBytes + bytes > maxBufferedBytes) throw new Problem(problems["too-many-uploads"]);
    bufferedBytes += bytes;
    ownBytes += bytes;
  };
  try {
    return await work(await readFile(request, count));
  } finally {
    bufferedBytes -= ownBytes;
    const remaining = (uploadsOf.get(uploader.id) ?? 1) - 1;
    if (remaining > 0) uploadsOf.set(uploader.id, remaining);
    else uploadsOf.delete(uploader.id);
  }
}

async function readFile(request: FastifyRequest, count: (bytes: number) => void): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new Problem(commonProblems["unsupported-media-type"], "Send the picture as multipart/form-data.");
  }
  let file: MultipartFile | undefined;
  try {
    file = await request.file();
    if (file?.fieldname === "image") {
      const chunks: Buffer[] = [];
      for await (const chunk of file.file as AsyncIterable<Buffer>) {
        count(chunk.length);
        chunks.push(chunk);
      }
      if (!file.file.truncated) return Buffer.concat(chunks);
    }
  } catch (error) {
    if (error instanceof Problem) {
      await drainBody(request);
      throw error;
    }
    request.log.debug({ err: error }, "could not read a form");
  }
  // The size limit takes precedence over a truncated form.
  if (file?.file.truncated) {
    await drainBody(request);
    throw new Problem(problems["picture-too-large"]);
  }
  throw new Problem(problems["no-file"]);
}

/** Seconds. A closing connection needs longer, because the client must read the response before the close. */
const drainSeconds = { keepAlive: 1, close: 30 } as const;

/** Many clients read the response only after they have sent everything, and get EPIPE otherwise. */
async function drainBody({ raw, headers }: FastifyRequest): Promise<void> {
  const closesConnection = raw.httpVersion === "1.0" || /\bclose\b/i.test(headers.connection ?? "");
  const signal = AbortSignal.timeout((closesConnection ? drainSeconds.close : drainSeconds.keepAlive) * 1000);
  raw.unpipe();
  raw.resume();
  if (!raw.readableEnded) await once(raw, "end", { signal }).catch(() => {});
}
