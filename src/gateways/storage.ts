import { createReadStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { newId } from "../platform/ids.ts";

/** Keeps files by name. Names are made from the content, so a file never changes once it is there. */
export interface Storage {
  write(name: string, bytes: Buffer): Promise<void>;
  /** The file as a stream with its length in bytes, or undefined when there is none of that name. */
  read(name: string): Promise<{ stream: Readable; length: number } | undefined>;
}

/** Files in a folder of this machine. */
export function createFolderStorage(folder: string): Storage {
  return {
    write: async (name, bytes) => {
      await mkdir(folder, { recursive: true });
      // Written aside and renamed: a crash leaves no half a picture under its name.
      const unfinished = join(folder, `.${newId()}`);
      try {
        await writeFile(unfinished, bytes);
        await rename(unfinished, join(folder, name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    read: async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? { stream: createReadStream(path), length: found.size } : undefined;
    },
  };
}
