import { sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { sandboxMigrations } from "../../../migrations.ts";
import type { Database, OpenDatabase, Transaction } from "../../../platform/database.ts";
import { migrateInTransaction } from "../../../platform/migrate.ts";
import { BackupError } from "./manifest.ts";
import { readMigrationStates, sessionOn } from "./school-tables.ts";
import { writeBackup } from "./write-backup.ts";

/** How many migrations this version has that the database has not seen. Throws BackupError when it has seen more, or holds no school. */
export async function countPending(db: Database): Promise<number> {
  const states = await readMigrationStates(db);
  if (!states.some(({ isPresent }) => isPresent))
    throw new BackupError(
      "This database holds no school, so there is nothing to upgrade. If it should hold one, restore a backup of it: npm run restore.",
    );
  return states
    .filter(({ isPresent, journalSchema }) => isPresent || journalSchema !== sandboxMigrations.journalSchema)
    .reduce((sum, { pending }) => sum + pending, 0);
}

/**
 * Backs the tables up into a new folder, migrates them and checks the result, all in one transaction: whatever fails or is cut
 * off leaves the database as it was. Returns how many migrations ran; rejects with what failed. Rejections after the commit was
 * sent leave open which it was.
 *
 * @param check rejects when the school does not work. It gets a database within the transaction.
 */
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

/** Nobody else sees what has not been committed, so there is nothing to hear of. */
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
