import { createReadStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UpstreamError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { Storage } from "./storage.ts";

export function createFolderStorage(root: string): Storage {
  return {
    write: (name, bytes) =>
      withUpstreamError(async () => {
        const path = join(root, name);
        await mkdir(dirname(path), { recursive: true });
        // Write and rename: a crash leaves no partial file under the final name.
        const temporaryPath = join(dirname(path), `.${newId()}`);
        try {
          await writeFile(temporaryPath, bytes);
          await rename(temporaryPath, path);
        } catch (error) {
          await rm(temporaryPath, { force: true });
          throw error;
        }
      }),
    read: (name) =>
      withUpstreamError(async () => {
        const path = join(root, name);
        const found = await stat(path).catch(undefinedIfMissing);
        return found?.isFile() ? { stream: createReadStream(path), length: found.size } : undefined;
      }),
    removeFolder: (folder) =>
      withUpstreamError(() => rm(join(root, folder), { recursive: true, force: true })),
  };
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}

async function withUpstreamError<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw new UpstreamError("storage", { isTransient: true, hasResponse: true }, error as Error);
  }
}
