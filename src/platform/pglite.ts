import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { drizzle } from "drizzle-orm/pglite";
import { diskSpace, lockDataFolder } from "./data-folder.ts";
import { type OpenDatabase, guardTransactions, setUpSession } from "./database.ts";
import { migrate } from "./migrate.ts";

/** Half the default shared buffers halves the memory of the process. */
export const pgliteOptions = { extensions: { pg_trgm }, postgresqlconf: ["shared_buffers = 16MB"] };

/** PGlite often throws values that are not errors, and rarely explains them. */
export class EmbeddedDatabaseFailed extends Error {
  constructor(folder: string, isFull: boolean, cause: unknown) {
    super(
      `The embedded database in ${folder} does not open. ` +
        (isFull
          ? "Its disk is full: make room, then run this again. Nothing that was stored is lost."
          : "Run this again; if it never opens, restore a backup into a new DATA_DIR (npm run restore)."),
      { cause },
    );
    this.name = "EmbeddedDatabaseFailed";
  }
}

/** Bytes that the first start writes. */
const roomNeeded = 64 * 1024 ** 2;

/** Throws DataFolderInUse, DataFolderUnusable, EmbeddedDatabaseFailed. */
export async function openPglite(folder: string): Promise<OpenDatabase> {
  const unlock = lockDataFolder(folder);
  try {
    const data = join(folder, "pglite");
    // PGlite makes its files writable for everyone.
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const client = await PGlite.create(data, pgliteOptions);
    return usePglite(client, unlock);
  } catch (error) {
    unlock();
    throw new EmbeddedDatabaseFailed(folder, (await diskSpace(folder)).free < roomNeeded, error);
  }
}

export function usePglite(client: PGlite, onClose: () => void = () => {}): OpenDatabase {
  const db = drizzle(client, { casing: "snake_case" });
  return {
    db: guardTransactions(db),
    kind: "PGlite",
    migrate: async (sets) => {
      for (const set of sets) await migrate(client, set);
      await client.exec(setUpSession);
    },
    holdMigrations: (work) => db.transaction(work),
    listen: (channel, onNotify) => client.listen(channel, onNotify),
    check: async () => void (await client.query("select 1")),
    isAway: () => false,
    maintain: async () => void (await client.exec("vacuum analyze")),
    close: async () => {
      await client.close();
      onClose();
    },
  };
}
