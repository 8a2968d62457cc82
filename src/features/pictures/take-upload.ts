import { once } from "node:events";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { Problem, problems as general } from "../../platform/errors.ts";
import type { Person } from "../accounts/queries.ts";
import { problems } from "./problems.ts";
import { maxPictureBytes, maxBufferedBytes, maxUploadsPerPerson } from "./policy.ts";

/**
 * Takes uploads in as far as there is memory for them: an upload counts with the bytes that it announces from before
 * the first is read until the work on it is done. Who comes when all is taken is refused before a byte is read.
 */
export function createUploadLimiter() {
  let bytesInHand = 0;
  const uploadsOf = new Map<string, number>();

  /**
   * Reads the picture and works on it. Throws picture-too-large, no-file, too-many-uploads, too-many-of-your-uploads,
   * and what the work throws.
   */
  return async function take<Result>(
    uploader: Person,
    request: FastifyRequest,
    work: (bytes: Buffer) => Promise<Result>,
  ): Promise<Result> {
    const most = request.routeOptions.bodyLimit ?? maxPictureBytes;
    // Without an announcement it may become as large as it is allowed to.
    const announced = Number(request.headers["content-length"] ?? most);
    if (announced > most) {
      await letTheRestPass(request);
      throw new Problem(problems.tooLarge);
    }
    const ofThisOne = uploadsOf.get(uploader.id) ?? 0;
    if (ofThisOne >= maxUploadsPerPerson) throw new Problem(problems.tooManyOfYours);
    if (bytesInHand + announced > maxBufferedBytes) throw new Problem(problems.tooManyUploads);
    bytesInHand += announced;
    uploadsOf.set(uploader.id, ofThisOne + 1);
    try {
      return await work(await readFile(request));
    } finally {
      bytesInHand -= announced;
      const left = (uploadsOf.get(uploader.id) ?? 1) - 1;
      if (left > 0) uploadsOf.set(uploader.id, left);
      else uploadsOf.delete(uploader.id);
    }
  };
}

async function readFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new Problem(general.unsupportedMediaType, "Send the picture as multipart/form-data.");
  }
  let file: MultipartFile | undefined;
  try {
    file = await request.file();
    if (file?.fieldname === "image") return await file.toBuffer();
  } catch (error) {
    // A form that breaks off after the bound is too long before it is broken.
    if (file?.file.truncated || (error as { code?: string }).code === "FST_REQ_FILE_TOO_LARGE") {
      await letTheRestPass(request);
      throw new Problem(problems.tooLarge);
    }
    // Whatever else the parser finds wrong is the sender's form.
    request.log.debug({ err: error }, "a form could not be read");
  }
  throw new Problem(problems.noFile);
}

/** Seconds of waiting for whoever sends on; whose connection ends with the answer would otherwise not live to read it. */
const timeout = { keepAlive: 1, close: 30 } as const;

/**
 * Throws away what is still coming of a body that is too long, before it is refused: many programs read the answer only
 * when they have sent everything, and a connection that is cut until then shows them a broken pipe in its place.
 */
async function letTheRestPass({ raw, headers }: FastifyRequest): Promise<void> {
  const ends = raw.httpVersion === "1.0" || /\bclose\b/i.test(headers.connection ?? "");
  const tooLate = AbortSignal.timeout((ends ? timeout.close : timeout.keepAlive) * 1000);
  raw.unpipe();
  raw.resume();
  if (!raw.readableEnded) await once(raw, "end", { signal: tooLate }).catch(() => {});
}
