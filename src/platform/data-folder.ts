import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { statfs } from "node:fs/promises";

export class DataFolderInUse extends Error {
  constructor(folder: string, cause: Error) {
    super(
      `The data folder ${folder} is in use by another Senga process. Stop that process, or start this one with ` +
        "another DATA_DIR (or with DATABASE_URL, which several processes may share).",
      { cause },
    );
    this.name = "DataFolderInUse";
  }
}

export class DataFolderUnusable extends Error {
  constructor(folder: string, cause: unknown) {
    super(
      `The data folder ${folder} can't be used: it or its contents aren't writable by this account, it is not a folder, or its disk ` +
        "is full. Fix that, or set another DATA_DIR.",
      { cause },
    );
    this.name = "DataFolderUnusable";
  }
}

/** Against corruption by two processes; released even by kill -9. Throws DataFolderInUse, DataFolderUnusable. */
export function lockDataFolder(folder: string): () => void {
  const lock = openLock(folder);
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
  } catch (error) {
    lock.close();
    if (error instanceof Error && /database is locked/.test(error.message)) {
      throw new DataFolderInUse(folder, error);
    }
    throw new DataFolderUnusable(folder, error);
  }
  return () => lock.close();
}

function openLock(folder: string): DatabaseSync {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new DatabaseSync(join(folder, "lock.sqlite"), { timeout: 0 });
  } catch (error) {
    throw new DataFolderUnusable(folder, error);
  }
}

/** Bytes on the folder's disk. */
export async function diskSpace(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
