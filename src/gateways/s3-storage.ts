import { Readable } from "node:stream";
import { UpstreamError } from "../platform/errors.ts";
import type { Settings } from "../settings/settings.ts";
import type { BrowserAccess, Storage, StoredFile } from "./storage.ts";

export type S3Settings = NonNullable<Settings["s3"]>;

const maxAttempts = 2;
/** Part size of a multipart upload; one part is in memory at a time. S3 accepts 10,000. */
const partBytes = 8 * 1024 ** 2;
/** Buffered before the response, so that a stalled store fails the call instead of truncating a picture. */
const wholeBytes = 1024 ** 2;
const signedSeconds = 60;

/** @param timeout milliseconds until the first byte of a response, and between two chunks */
export async function createS3Storage(settings: S3Settings, timeout = 8_000): Promise<Storage> {
  const { S3mini } = await import("s3mini");
  const { region, accessKeyId, secretAccessKey, publicEndpoint } = settings;
  const keys = { region, accessKeyId, secretAccessKey };
  const bucket = new S3mini({ ...keys, endpoint: bucketUrl(settings), fetch: fetchWithRetry(timeout) });
  const openToBrowsers = (endpoint: string): BrowserAccess => {
    const url = bucketUrl({ ...settings, endpoint });
    const signer = new S3mini({ ...keys, endpoint: url });
    return {
      origin: new URL(url).origin,
      sign: (name, { from, to }, type) =>
        signer.getPresignedUrl(
          "GET",
          name,
          signedSeconds,
          { "response-cache-control": "private, no-store", "response-content-type": type },
          { range: `bytes=${from}-${to}` },
        ),
    };
  };

  const writeParts = async (name: string, parts: AsyncIterable<Buffer>): Promise<void> => {
    const upload = await bucket.getMultipartUploadId(name, contentTypeOf(name));
    try {
      const done = [];
      for await (const part of parts) {
        done.push(await bucket.uploadPart(name, upload, part, done.length + 1));
      }
      // S3 reports a failure to assemble with status 200.
      const { etag } = await bucket.completeMultipartUpload(name, upload, done);
      if (!etag) throw new Error("the parts were not assembled");
    } catch (error) {
      await bucket.abortMultipartUpload(name, upload).catch(() => {});
      throw error;
    }
  };

  return {
    ...(publicEndpoint !== undefined && { forBrowsers: openToBrowsers(publicEndpoint) }),
    write: (name, bytes) =>
      withUpstreamError(async () => {
        await bucket.putObject(name, bytes, contentTypeOf(name));
      }),
    writeFrom: (name, stream, length) =>
      withUpstreamError(async () => {
        catchEarlyError(stream);
        try {
          const parts = partsOf(stream, length);
          if (length > partBytes) return await writeParts(name, parts);
          const whole = await parts.next();
          await parts.next();
          await bucket.putObject(name, whole.value ?? Buffer.alloc(0), contentTypeOf(name));
        } finally {
          stream.destroy();
        }
      }),
    read: (name, range) =>
      withUpstreamError(async () => {
        const response = await (
          range ? bucket.getObjectRaw(name, false, range.from, range.to + 1) : bucket.getObjectRaw(name)
        ).catch(undefinedIf(404, 416));
        if (range && response?.status === 200) {
          await response.body?.cancel();
          throw new Error("the store does not answer ranges");
        }
        if (response) return asStored(response);
        // Distinguishes a missing file from a shorter one.
        const size = range && (await bucket.getContentLength(name).catch(undefinedIf(404)));
        return size === undefined ? undefined : { stream: Readable.from([]), length: 0, size };
      }),
    removeFolder: (folder) =>
      withUpstreamError(async () => {
        const found = orThrow(await bucket.listObjects("/", `${folder}/`));
        await Promise.all(found.map(({ Key }) => bucket.deleteObject(Key)));
      }),
    list: async function* () {
      let next: string | undefined;
      do {
        const page = await withUpstreamError(async () =>
          orThrow(await bucket.listObjectsPaged("/", "", 1000, next)),
        );
        for (const { Key } of page.objects ?? []) yield Key;
        next = page.nextContinuationToken;
      } while (next !== undefined);
    },
  };
}

function bucketUrl({ endpoint, bucket, inPath }: Pick<S3Settings, "bucket" | "endpoint" | "inPath">): string {
  const address = new URL(endpoint);
  if (inPath) address.pathname = `${address.pathname.replace(/\/$/, "")}/${bucket}`;
  else address.hostname = `${bucket}.${address.hostname}`;
  return address.href;
}

const types: Readonly<Record<string, string>> = {
  avif: "image/avif",
  jpg: "image/jpeg",
  webp: "image/webp",
  mp4: "video/mp4",
  vtt: "text/vtt",
  pdf: "application/pdf",
};

const contentTypeOf = (name: string): string =>
  types[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";

/** A stream may fail before its first read, which then rejects; without a listener, the process would end. */
export const catchEarlyError = (stream: Readable): unknown => stream.once("error", () => {});

/** Without the bucket nothing can be listed, which differs from a bucket without files. */
function orThrow<Listing>(listing: Listing): NonNullable<Listing> {
  if (listing) return listing;
  throw new Error("the bucket does not exist", { cause: { status: 404 } });
}

async function* partsOf(stream: Readable, length: number): AsyncGenerator<Buffer, undefined> {
  let part: Buffer[] = [];
  let gathered = 0;
  let total = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > length) break;
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + partBytes - gathered);
      part.push(piece);
      gathered += piece.length;
      from += piece.length;
      if (gathered < partBytes) continue;
      yield Buffer.concat(part);
      part = [];
      gathered = 0;
    }
  }
  if (total !== length) throw new Error(`${total} bytes instead of ${length}`);
  if (gathered > 0) yield Buffer.concat(part);
}

async function asStored(response: Response): Promise<StoredFile> {
  const length = Number(response.headers.get("content-length"));
  const size = Number(/\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1] ?? length);
  if (length <= wholeBytes) {
    const bytes = Buffer.from(await response.arrayBuffer());
    return { stream: Readable.from([bytes]), length: bytes.length, size };
  }
  return { stream: Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), length, size };
}

const fetchWithRetry =
  (timeout: number): typeof fetch =>
  async (input, init) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetchPatiently(input, init, timeout);
        if (attempt === maxAttempts || !isTransient(response.status)) return response;
        await response.body?.cancel();
      } catch (error) {
        if (attempt === maxAttempts) throw error;
      }
    }
  };

async function fetchPatiently(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  timeout: number,
): Promise<Response> {
  const stopping = new AbortController();
  const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => stopping.abort(new Error("the store does not answer")), milliseconds);
    return work.finally(() => clearTimeout(timer));
  };
  const sent = init?.body instanceof Uint8Array ? init.body.length : 0;
  // A part may take longer than an operation: a megabit a second is fast enough.
  const sendTimeout = timeout * (1 + Math.floor(sent / 1024 ** 2));
  const response = await within(sendTimeout, fetch(input, { ...init, signal: stopping.signal }));
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await within(timeout, reader.read());
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

const isTransient = (status: number): boolean => status >= 500 || status === 429;

const undefinedIf =
  (...statuses: number[]) =>
  (error: unknown): undefined => {
    if (!statuses.includes(statusOf(error) ?? 0)) throw error;
  };

/** Undefined without a response. */
function statusOf(error: unknown): number | undefined {
  const { status }: { status?: unknown } = (error instanceof Error && error.cause) || error || {};
  return typeof status === "number" ? status : undefined;
}

async function withUpstreamError<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    const status = statusOf(error);
    const hasResponse = status !== undefined;
    throw new UpstreamError(
      "storage",
      { isTransient: !hasResponse || isTransient(status), hasResponse },
      error,
    );
  }
}
