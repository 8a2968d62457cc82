/** Exit codes: 0 upgraded or nothing to do, 1 failure, 2 wrong usage. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createApp } from "../src/app.ts";
import { type AppContext, buildContext } from "../src/context.ts";
import { BackupError } from "../src/features/office/backups/manifest.ts";
import { readMigrationStates, sessionOn } from "../src/features/office/backups/school-tables.ts";
import { writeBackup } from "../src/features/office/backups/write-backup.ts";
import { sandboxMigrations } from "../src/open-database.ts";
import { systemClock } from "../src/platform/clock.ts";
import { DataFolderInUse } from "../src/platform/data-folder.ts";
import type { Database, OpenDatabase, Transaction } from "../src/platform/database.ts";
import { describeAnyFailure } from "../src/platform/describe-failure.ts";
import { createLog } from "../src/platform/log.ts";
import { migrateInTransaction } from "../src/platform/migrate.ts";
import { type Settings, readSettings } from "../src/settings/settings.ts";
import { type Command, type Environment, refuseUsage, runFromCommandLine } from "./command.ts";
import {
  OperatorError,
  newFolder,
  refuseBesideSite,
  refuseWithoutDatabase,
  runOperation,
  withOpenDatabase,
} from "./operator.ts";

export const main: Command = ([target = "backups", ...more], env, terminal) =>
  more.length > 0 || target.startsWith("-")
    ? refuseUsage(terminal, "Usage: npm run upgrade, or npm run upgrade -- <folder for the backup>\n")
    : runOperation(terminal, () => upgrade(env, target));

async function upgrade(env: Environment, into: string): Promise<string> {
  const settings = readSettings(env);
  refuseWithoutDatabase(settings, "upgrade");
  let folder = "";
  try {
    return await withOpenDatabase(settings, async (database) => {
      if ((await countPending(database.db)) === 0) return nothingToDo;
      await refuseBesideSite(database);
      folder = newFolder(into);
      const ran = await upgradeDatabase({ database, clock: systemClock }, folder, async (migrated) => {
        await tryOut(settings, migrated);
        // A site that was starting before the upgrade is listening by now.
        await refuseBesideSite(migrated);
      });
      if ((await countPending(database.db)) > 0) throw new Error("the database did not keep the migrations");
      return `Upgraded with ${ran} ${ran === 1 ? "migration" : "migrations"}. ${folder} is a backup of the tables before the upgrade. Start Senga.`;
    });
  } catch (error) {
    if (error instanceof DataFolderInUse)
      throw new OperatorError("Senga is running on this data folder. Stop it and run this again.");
    // Nothing has started.
    if (folder === "") throw error;
    throw new OperatorError(await describeFailure(settings, error, folder));
  }
}

const nothingToDo = "Nothing to upgrade: the database matches this version of Senga.";

/** Checks the database: a commit may have succeeded although its answer was lost. */
async function describeFailure(settings: Settings, error: unknown, folder: string): Promise<string> {
  const pending = await withOpenDatabase(settings, (database) =>
    // Waits for what the server may still be doing for the broken connection.
    database.holdMigrations((tx) => countPending(tx)),
  ).catch(() => undefined);
  const backup = existsSync(join(folder, "manifest.json"))
    ? `${folder} is a backup of the tables before the upgrade.`
    : `The backup in ${folder} is incomplete: remove it.`;
  const reason = `What failed: ${describeAnyFailure(error)}`;
  if (pending === 0)
    return `${reason}\nThe database was upgraded anyway: it has all migrations. ${backup} Start Senga.`;
  if (pending === undefined)
    return (
      `${reason}\nThe database could not be checked afterwards. It is either unchanged or upgraded, never in between. ` +
      `To find out, run npm run upgrade again once the database answers. ${backup}`
    );
  return (
    `The upgrade failed, and the database is unchanged. ${reason}\n` +
    `Fix that and run npm run upgrade again, or start the previous version of Senga. ${backup}`
  );
}

/** Requests from the new version what visitors request first, on the migrated tables. */
async function tryOut(settings: Settings, migrated: OpenDatabase): Promise<void> {
  const context = await buildContext(settings, createLog("silent"), systemClock, migrated);
  const app = await createApp(context);
  try {
    for (const url of [
      "/api/ready",
      "/api/approvedClasses?limit=12",
      "/api/instructors",
      "/api/suggestions?q=a",
    ]) {
      const { statusCode } = await app.inject({ method: "GET", url });
      if (statusCode !== 200) throw new BackupError(`${url} answered ${statusCode}`);
    }
  } finally {
    await app.close();
    await context.close();
  }
}

/** Throws BackupError if the database has newer migrations, or no school. */
async function countPending(db: Database): Promise<number> {
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
function upgradeDatabase(
  { database, clock }: { readonly database: OpenDatabase } & Pick<AppContext, "clock">,
  folder: string,
  check: (migrated: OpenDatabase) => Promise<void>,
): Promise<number> {
  return database.holdMigrations(async (tx) => {
    const pending = await readMigrationStates(tx);
    await writeBackup({ db: tx, clock }, undefined, folder, undefined);
    let ran = 0;
    for (const { journalSchema, isPresent, ...set } of pending)
      if (isPresent || journalSchema !== sandboxMigrations.journalSchema)
        ran += await migrateInTransaction(sessionOn(tx), { ...set, journalSchema });
    await check(within(tx, database.kind));
    return ran;
  });
}

/** Others can't see uncommitted changes, so there are no notifications. */
function within(tx: Transaction, kind: OpenDatabase["kind"]): OpenDatabase {
  return {
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
  };
}

if (import.meta.main) await runFromCommandLine(main);
