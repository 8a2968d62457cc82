import { Readable } from "node:stream";
import { UpstreamError } from "../platform/errors.ts";
import type { Storage } from "./storage.ts";

export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly inPath: boolean;
}

const maxAttempts = 2;

/** `timeout`: milliseconds per request, body included. */
export async function createS3Storage(settings: S3Settings, timeout = 8_000): Promise<Storage> {
  const { S3mini } = await import("s3mini");
  const bucket = new S3mini({
    endpoint: bucketUrl(settings),
    region: settings.region,
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    fetch: fetchWithRetry(timeout),
  });
  return {
    write: (name, bytes) =>
      withUpstreamError(async () => {
        await bucket.putObject(name, bytes, contentTypeOf(name));
      }),
    read: (name) =>
      withUpstreamError(async () => {
        const response = await bucket.getObjectResponse(name);
        if (!response) return undefined;
        // Reads the whole body, so that a stalled store fails the call instead of truncating the picture.
        const bytes = Buffer.from(await response.arrayBuffer());
        return { stream: Readable.from([bytes]), length: bytes.length };
      }),
    removeFolder: (folder) =>
      withUpstreamError(async () => {
        const found = await bucket.listObjects("/", `${folder}/`);
        await Promise.all((found ?? []).map(({ Key }) => bucket.deleteObject(Key)));
      }),
  };
}

function bucketUrl({ endpoint, bucket, inPath }: S3Settings): string {
  const url = new URL(endpoint);
  if (inPath) url.pathname = `${url.pathname.replace(/\/$/, "")}/${bucket}`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url.href;
}

const contentTypeOf = (name: string): string => `image/${name.slice(name.lastIndexOf(".") + 1)}`;

const fetchWithRetry =
  (timeout: number): typeof fetch =>
  async (input, init) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeout) });
        if (attempt === maxAttempts || !isTransient(response.status)) return response;
        await response.body?.cancel();
      } catch (error) {
        if (attempt === maxAttempts) throw error;
      }
    }
  };

const isTransient = (status: number): boolean => status >= 500 || status === 429;

async function withUpstreamError<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    const { status } = error as { status?: number };
    const hasResponse = status !== undefined;
    throw new UpstreamError(
      "storage",
      { isTransient: !hasResponse || isTransient(status), hasResponse },
      error as Error,
    );
  }
}
