import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { sandboxMigrations, schoolMigrations } from "../../migrations.ts";
import type { Database, MigrationSet, OpenDatabase } from "../../platform/database.ts";
import { BackupError, readManifest } from "./manifest.ts";
import { restoreRows } from "./restore-backup.ts";
import { countMigrations, listTables } from "./school-tables.ts";
import { writeBackup } from "./write-backup.ts";

/** How many migrations this version has that the database has not seen; throws BackupError when it has seen more. */
export async function countPending(db: Database): Promise<number> {
  let pending = 0;
  for (const { journalSchema, done, known } of await compareMigrations(db)) {
    if (done > known)
      throw new BackupError(
        `The database is newer than this version of Senga (${journalSchema}). Start the version that it belongs to.`,
      );
    pending += known - done;
  }
  return pending;
}

/** Of the sandboxes only where there were some. */
async function compareMigrations(db: Database) {
  const counts = await countMigrations(db);
  const sets = [
    ...schoolMigrations,
    ...(counts[sandboxMigrations.journalSchema] === undefined ? [] : [sandboxMigrations]),
  ];
  return Promise.all(
    sets.map(async (set) => ({
      ...set,
      done: counts[set.journalSchema] ?? 0,
      known: await countKnown(set),
    })),
  );
}

async function countKnown({ folder }: MigrationSet): Promise<number> {
  const journal = JSON.parse(await readFile(join(folder, "meta", "_journal.json"), "utf8")) as {
    entries: unknown[];
  };
  return journal.entries.length;
}

/**
 * Backs the tables up into a new folder, migrates them and checks the result; where migrations or check fail, the tables
 * are brought back. Throws BackupError, with what failed as its cause.
 *
 * @param check throws when the school does not work
 */
export async function upgradeDatabase(
  { database, clock }: { readonly database: OpenDatabase } & Pick<AppContext, "clock">,
  folder: string,
  check: () => Promise<void>,
): Promise<void> {
  const { db } = database;
  await writeBackup({ db, clock, storage: undefined }, folder, undefined);
  try {
    await database.migrate(await compareMigrations(db));
    await check();
  } catch (error) {
    await goBack(database, folder);
    throw new BackupError("The upgrade failed, and the database is as it was before.", { cause: error });
  }
}

async function goBack(database: OpenDatabase, folder: string): Promise<void> {
  const { db } = database;
  await db.transaction(async (tx) => {
    const schemas = new Set((await listTables(tx)).map(({ schema }) => schema));
    for (const schema of [...schemas, ...Object.keys(await countMigrations(tx)), "public"])
      await tx.execute(sql`drop schema if exists ${sql.identifier(schema)} cascade`);
    await tx.execute(sql`create schema public`);
  });
  await restoreRows(database, folder, await readManifest(folder));
}
