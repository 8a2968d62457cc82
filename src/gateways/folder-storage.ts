import { createReadStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UpstreamError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { Storage } from "./storage.ts";

export function createFolderStorage(root: string): Storage {
  return {
    write: (name, bytes) =>
      asked(async () => {
        const path = join(root, name);
        await mkdir(dirname(path), { recursive: true });
        // Write and rename: a crash leaves no partial file under the final name.
        const unfinished = join(dirname(path), `.${newId()}`);
        try {
          await writeFile(unfinished, bytes);
          await rename(unfinished, path);
        } catch (error) {
          await rm(unfinished, { force: true });
          throw error;
        }
      }),
    read: (name) =>
      asked(async () => {
        const path = join(root, name);
        const found = await stat(path).catch(undefinedIfMissing);
        return found?.isFile() ? { stream: createReadStream(path), length: found.size } : undefined;
      }),
    removeFolder: (folder) => asked(() => rm(join(root, folder), { recursive: true, force: true })),
  };
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new UpstreamError("storage", { isTransient: true, hasResponse: true }, error as Error);
  }
}
