import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export class DataFolderInUse extends Error {
  constructor(folder: string, cause: Error) {
    super(
      `The data folder ${folder} is in use by another Senga process. Stop that one, or start this one with ` +
        "another DATA_DIR (or with DATABASE_URL, which several processes may share).",
      { cause },
    );
    this.name = "DataFolderInUse";
  }
}

/** Two processes corrupt a PGlite folder. SQLite's file lock ends even with kill -9. Throws DataFolderInUse. */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(folder, "lock.sqlite"), { timeout: 0 });
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
  } catch (error) {
    lock.close();
    if (error instanceof Error && /database is locked/.test(error.message)) {
      throw new DataFolderInUse(folder, error);
    }
    throw error;
  }
  return () => lock.close();
}
