import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { sql } from "drizzle-orm";
import { BackupError } from "../src/features/office/backups/manifest.ts";
import { isDatabaseAway } from "../src/platform/database-away.ts";
import { DataFolderInUse } from "../src/platform/data-folder.ts";
import type { OpenDatabase } from "../src/platform/database.ts";
import { describeFailure } from "../src/platform/describe-failure.ts";
import { systemClock } from "../src/platform/clock.ts";
import { changesChannel } from "../src/platform/invalidation.ts";
import { createLog } from "../src/platform/log.ts";
import { openDatabase } from "../src/open-database.ts";
import { commandTimeouts } from "../src/platform/postgres.ts";
import { type Settings, SettingsError, readSettings } from "../src/settings/settings.ts";
import type { Environment, Terminal } from "./command.ts";

/** A problem the operator can fix, in one sentence. */
export class OperatorError extends Error {}

/** Prints the result or what the operator can do about the failure. Returns the exit code. */
export async function runOperation(terminal: Terminal, operation: () => Promise<string>): Promise<number> {
  try {
    terminal.print(`${await operation()}\n`);
    return 0;
  } catch (error) {
    const isOperatorError =
      error instanceof OperatorError || error instanceof SettingsError || error instanceof BackupError;
    const described = isOperatorError ? error.message : describeFailure(error);
    terminal.printError(`${described ?? (error instanceof Error ? error.stack : String(error))}\n`);
    return 1;
  }
}

/** Runs no migrations. Throws OperatorError when the server is down, DataFolderInUse when the site uses the folder. */
export async function withOpenDatabase<Result>(
  settings: Settings,
  operation: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  let database: OpenDatabase | undefined;
  try {
    database = await openDatabase(settings, createLog(settings.logLevel), { timeouts: commandTimeouts });
    return await operation(database);
  } catch (error) {
    if (isDatabaseAway(error)) throw new OperatorError("The database of DATABASE_URL does not answer.");
    throw error;
  } finally {
    await database?.close();
  }
}

/** `noDatabaseMessage` is the message when no database exists. Throws OperatorError. */
export async function withSiteDatabase<Result>(
  env: Environment,
  noDatabaseMessage: string,
  operation: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(env);
  if (!settings.postgres && !existsSync(join(settings.dataDir, "pglite")))
    throw new OperatorError(noDatabaseMessage);
  try {
    return await withOpenDatabase(settings, async (database) => {
      const found = await database.db.execute(
        sql`select to_regclass('audit_entries') is not null as "isReady"`,
      );
      if (!(found as { rows: { isReady: boolean }[] }).rows[0]?.isReady)
        throw new OperatorError(noDatabaseMessage);
      return operation(database);
    });
  } catch (error) {
    if (error instanceof DataFolderInUse)
      throw new OperatorError(
        `Senga is running on ${settings.dataDir}, and only one process at a time can use the embedded database. Stop Senga, ` +
          "run this again, then start it.",
      );
    throw error;
  }
}

/** Throws OperatorError. */
export function refuseWithoutDatabase({ postgres, dataDir }: Settings, verb: string): void {
  if (!postgres && !existsSync(join(dataDir, "pglite")))
    throw new OperatorError(`There is nothing to ${verb} yet: start Senga with these settings first.`);
}

/** The path of a folder to write into, which does not exist yet. Throws OperatorError. */
export function newFolder(into: string): string {
  const time = systemClock.now().toISOString().slice(0, 19).replaceAll(":", "-");
  const folder = resolve(into, `senga-${time}Z`);
  if (existsSync(folder)) throw new OperatorError(`${folder} already exists. Try again in a second.`);
  return folder;
}

/** Of a PostgreSQL server, on which processes of the site listen for changes. Throws OperatorError. */
export async function refuseBesideSite({ db, kind }: Pick<OpenDatabase, "db" | "kind">): Promise<void> {
  if (kind === "PGlite") return;
  const { rows } = (await db.execute(sql`
    select count(*)::int as number from pg_stat_activity
    where datname = current_database() and query = ${`listen "${changesChannel}"`}
  `)) as { rows: { number: number }[] };
  if (rows[0]!.number > 0)
    throw new OperatorError(
      `Senga is running on this database (processes: ${rows[0]!.number}). Stop it and run this again.`,
    );
}
