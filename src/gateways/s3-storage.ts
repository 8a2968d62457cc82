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

const tries = 2;

/** `timeout`: milliseconds per request, body included. */
export async function createS3Storage(settings: S3Settings, timeout = 8_000): Promise<Storage> {
  const { S3mini } = await import("s3mini");
  const bucket = new S3mini({
    endpoint: urlOf(settings),
    region: settings.region,
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    fetch: fetchWithin(timeout),
  });
  return {
    write: (name, bytes) =>
      asked(async () => {
        await bucket.putObject(name, bytes, typeOf(name));
      }),
    read: (name) =>
      asked(async () => {
        const response = await bucket.getObjectResponse(name);
        if (!response) return undefined;
        // Reads the whole body, so that a stalled store fails the call instead of truncating the picture.
        const bytes = Buffer.from(await response.arrayBuffer());
        return { stream: Readable.from([bytes]), length: bytes.length };
      }),
    removeFolder: (folder) =>
      asked(async () => {
        const found = await bucket.listObjects("/", `${folder}/`);
        await Promise.all((found ?? []).map(({ Key }) => bucket.deleteObject(Key)));
      }),
  };
}

function urlOf({ endpoint, bucket, inPath }: S3Settings): string {
  const address = new URL(endpoint);
  if (inPath) address.pathname = `${address.pathname.replace(/\/$/, "")}/${bucket}`;
  else address.hostname = `${bucket}.${address.hostname}`;
  return address.href;
}

const typeOf = (name: string): string => `image/${name.slice(name.lastIndexOf(".") + 1)}`;

const fetchWithin =
  (timeout: number): typeof fetch =>
  async (input, init) => {
    for (let made = 1; ; made += 1) {
      try {
        const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeout) });
        if (made === tries || !isTransient(response.status)) return response;
        await response.body?.cancel();
      } catch (error) {
        if (made === tries) throw error;
      }
    }
  };

const isTransient = (status: number): boolean => status >= 500 || status === 429;

async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
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
