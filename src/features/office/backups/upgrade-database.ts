import { sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { sandboxMigrations } from "../../../migrations.ts";
import type { Database, OpenDatabase, Transaction } from "../../../platform/database.ts";
import { migrateInTransaction } from "../../../platform/migrate.ts";
import { BackupError } from "./manifest.ts";
import { readMigrationStates, sessionOn } from "./school-tables.ts";
import { writeBackup } from "./write-backup.ts";

/** Throws BackupError if the database has newer migrations, or no school. */
export async function countPending(db: Database): Promise<number> {
  const states = await readMigrationStates(db);
  if (!states.some(({ isPresent }) => isPresent))
    throw new BackupError(
      "This database contains no school, so there is nothing to upgrade. If it should, restore a backup: npm run restore.",
    );
  return states
    .filter(({ isPresent, journalSchema }) => isPresent || journalSchema !== sandboxMigrations.journalSchema)
    .reduce((sum, { pending }) => sum + pending, 0);
}

/** Backs up, migrates and checks in one transaction. After a failed commit, the upgrade may have happened or not. */
export const upgradeDatabase = (
  { database, clock }: { readonly database: OpenDatabase } & Pick<AppContext, "clock">,
  folder: string,
  check: (migrated: OpenDatabase) => Promise<void>,
): Promise<number> =>
  database.holdMigrations(async (tx) => {
    const pending = await readMigrationStates(tx);
    await writeBackup({ db: tx, clock, storage: undefined }, folder, undefined);
    let ran = 0;
    for (const { journalSchema, isPresent, ...set } of pending)
      if (isPresent || journalSchema !== sandboxMigrations.journalSchema)
        ran += await migrateInTransaction(sessionOn(tx), { ...set, journalSchema });
    await check(within(tx, database.kind));
    return ran;
  });

/** Others can't see uncommitted changes, so there are no notifications. */
const within = (tx: Transaction, kind: OpenDatabase["kind"]): OpenDatabase => ({
  db: tx,
  kind,
  migrate: async (sets) => {
    for (const set of sets) await migrateInTransaction(sessionOn(tx), set);
  },
  holdMigrations: (work) => tx.transaction(work),
  listen: async () => async () => {},
  maintain: async () => {},
  check: async () => void (await tx.execute(sql`select 1`)),
  isAway: () => false,
  close: async () => {},
});
