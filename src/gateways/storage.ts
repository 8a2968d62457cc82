import { Readable } from "node:stream";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { UpstreamError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { type S3Settings, catchEarlyError, createS3Storage } from "./s3-storage.ts";

/** Byte positions, both inclusive, as in HTTP. A range may extend beyond the end. */
interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface StoredFile {
  /** Destroy it if you don't read it to the end. */
  readonly stream: Readable;
  /** Of the stream; 0 if the range starts beyond the end. */
  readonly length: number;
  readonly size: number;
}

export interface BrowserAccess {
  readonly origin: string;
  /** Valid for a minute, for exactly these bytes: the signature covers the Range header. `type`: Content-Type. */
  sign(name: string, range: ByteRange, type: string): Promise<string>;
}

/** Every method throws UpstreamError. */
export interface Storage {
  /** Atomic: readers see the whole file or none. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** Atomic, in bounded memory. Fails if the stream doesn't have exactly `length` bytes. */
  writeFrom(name: string, stream: Readable, length: number): Promise<void>;
  read(name: string, range?: ByteRange): Promise<StoredFile | undefined>;
  removeFolder(folder: string): Promise<void>;
  /** Lists all files, in no order. Concurrent writes may be missing. */
  list(): AsyncIterable<string>;
  readonly forBrowsers?: BrowserAccess;
}

export const openStorage = (folder: string, s3: S3Settings | undefined): Promise<Storage> | Storage =>
  s3 ? createS3Storage(s3) : createFolderStorage(folder);

function createFolderStorage(root: string): Storage {
  return {
    write: (name, bytes) => replace(join(root, name), (temporaryPath) => writeFile(temporaryPath, bytes)),
    writeFrom: (name, stream, length) => {
      catchEarlyError(stream);
      return replace(join(root, name), async (temporaryPath) => {
        const file = createWriteStream(temporaryPath);
        await pipeline(stream, file);
        if (file.bytesWritten !== length) throw new Error(`${file.bytesWritten} bytes instead of ${length}`);
      });
    },
    read: (name, range) =>
      withUpstreamError(async () => {
        const path = join(root, name);
        const found = await stat(path).catch(undefinedIfMissing);
        return found?.isFile() ? open(path, found.size, range) : undefined;
      }),
    removeFolder: (folder) =>
      withUpstreamError(() => rm(join(root, folder), { recursive: true, force: true })),
    list: () => listFiles(root),
  };
}

function replace(path: string, write: (temporaryPath: string) => Promise<void>): Promise<void> {
  return withUpstreamError(async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const temporaryPath = join(dirname(path), `.${newId()}`);
    try {
      await write(temporaryPath);
      await rename(temporaryPath, path);
    } catch (error) {
      await rm(temporaryPath, { force: true });
      throw error;
    }
  });
}

/** Names that begin with a dot are incomplete files. A folder may be removed meanwhile. */
async function* listFiles(folder: string, prefix = ""): AsyncGenerator<string> {
  const entries = await withUpstreamError(() =>
    readdir(folder, { withFileTypes: true }).catch(undefinedIfMissing),
  );
  for (const entry of entries ?? []) {
    if (entry.isDirectory()) yield* listFiles(join(folder, entry.name), `${prefix}${entry.name}/`);
    else if (entry.isFile() && !entry.name.startsWith(".")) yield `${prefix}${entry.name}`;
  }
}

function open(path: string, size: number, { from, to }: ByteRange = { from: 0, to: size - 1 }) {
  const end = Math.min(to, size - 1);
  const stream = from > end ? Readable.from([]) : createReadStream(path, { start: from, end });
  return { stream, length: Math.max(0, end - from + 1), size };
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}

async function withUpstreamError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new UpstreamError("storage", { isTransient: true, hasResponse: true }, error);
  }
}
