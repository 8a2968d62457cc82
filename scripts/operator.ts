import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { isDatabaseAway } from "../src/platform/database-away.ts";
import { DataFolderInUse } from "../src/platform/database-lock.ts";
import { type OpenDatabase, openDatabase } from "../src/platform/database.ts";
import { createLog } from "../src/platform/log.ts";
import { SettingsError, loadEnvFile, readSettings } from "../src/settings/settings.ts";

/** What the operator can mend, in a sentence. */
export class Refusal extends Error {}

/** Runs a command of the operator's: prints what it returns, or why it could not be done. Sets the exit code. */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command()}\n`);
  } catch (error) {
    const isMendable = error instanceof Refusal || error instanceof SettingsError;
    process.stderr.write(
      `${isMendable ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}

/**
 * Opens the site's database, where the site has made it, by the settings that the site has. Throws a Refusal.
 * @param notYet what to say where there is none
 */
export async function withSiteDatabase<Result>(
  notYet: string,
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  loadEnvFile(process.cwd());
  const settings = readSettings();
  if (!settings.databaseUrl && !existsSync(join(settings.dataDir, "pglite"))) throw new Refusal(notYet);
  let database: OpenDatabase | undefined;
  try {
    database = await openDatabase(settings, createLog(settings.logLevel));
    const found = await database.db.execute(
      sql`select to_regclass('audit_entries') is not null as "isReady"`,
    );
    if (!(found as { rows: { isReady: boolean }[] }).rows[0]?.isReady) throw new Refusal(notYet);
    return await work(database);
  } catch (error) {
    if (error instanceof DataFolderInUse)
      throw new Refusal(
        `Senga is running on ${settings.dataDir}, and the embedded database serves one process at a time. Stop it, ` +
          "run this again, then start it.",
      );
    if (isDatabaseAway(error)) throw new Refusal("The database that DATABASE_URL names does not answer.");
    throw error;
  } finally {
    await database?.close();
  }
}
