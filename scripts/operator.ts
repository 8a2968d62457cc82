import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { isDatabaseAway } from "../src/platform/database-away.ts";
import { DataFolderInUse } from "../src/platform/database-lock.ts";
import { type OpenDatabase, openDatabase } from "../src/platform/database.ts";
import { createLog } from "../src/platform/log.ts";
import { SettingsError, loadEnvFile, readSettings } from "../src/settings/settings.ts";

/** A problem the operator can fix, in one sentence. */
export class OperatorError extends Error {}

export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command()}\n`);
  } catch (error) {
    const isOperatorError = error instanceof OperatorError || error instanceof SettingsError;
    process.stderr.write(
      `${isOperatorError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}

/** `noDatabaseMessage` is the message when no database exists. Throws OperatorError. */
export async function withSiteDatabase<Result>(
  noDatabaseMessage: string,
  operation: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  loadEnvFile(process.cwd());
  const settings = readSettings();
  if (!settings.databaseUrl && !existsSync(join(settings.dataDir, "pglite")))
    throw new OperatorError(noDatabaseMessage);
  let database: OpenDatabase | undefined;
  try {
    database = await openDatabase(settings, createLog(settings.logLevel));
    const found = await database.db.execute(
      sql`select to_regclass('audit_entries') is not null as "isReady"`,
    );
    if (!(found as { rows: { isReady: boolean }[] }).rows[0]?.isReady)
      throw new OperatorError(noDatabaseMessage);
    return await operation(database);
  } catch (error) {
    if (error instanceof DataFolderInUse)
      throw new OperatorError(
        `Senga is running on ${settings.dataDir}, and the embedded database serves one process at a time. Stop it, ` +
          "run this again, then start it.",
      );
    if (isDatabaseAway(error))
      throw new OperatorError("The database that DATABASE_URL names does not answer.");
    throw error;
  } finally {
    await database?.close();
  }
}
