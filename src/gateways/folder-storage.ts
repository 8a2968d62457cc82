import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, opendir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { UpstreamError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { ByteRange, Storage } from "./storage.ts";

export function createFolderStorage(root: string): Storage {
  return {
    write: (name, bytes) => replace(join(root, name), (temporaryPath) => writeFile(temporaryPath, bytes)),
    writeFrom: (name, stream, length) =>
      replace(join(root, name), async (temporaryPath) => {
        const file = createWriteStream(temporaryPath);
        await pipeline(stream, file);
        if (file.bytesWritten !== length) throw new Error(`${file.bytesWritten} bytes instead of ${length}`);
      }),
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

/** Writes and renames: a crash leaves no partial file under the final name. */
function replace(path: string, write: (temporaryPath: string) => Promise<void>): Promise<void> {
  return withUpstreamError(async () => {
    await mkdir(dirname(path), { recursive: true });
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

/** Names that begin with a dot are incomplete files. */
async function* listFiles(root: string): AsyncGenerator<string> {
  await withUpstreamError(() => mkdir(root, { recursive: true }));
  const folder = await withUpstreamError(() => opendir(root, { recursive: true }));
  for await (const entry of folder)
    if (entry.isFile() && !entry.name.startsWith("."))
      yield relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, "/");
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
    throw new UpstreamError("storage", { isTransient: true, hasResponse: true }, error as Error);
  }
}
