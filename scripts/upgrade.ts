/** Exit codes: 0 upgraded or nothing to do, 1 failure, 2 wrong usage. */
import { sql } from "drizzle-orm";
import { createApp } from "../src/app.ts";
import { buildContext } from "../src/context.ts";
import { BackupError } from "../src/features/backups/manifest.ts";
import { countPending, upgradeDatabase } from "../src/features/backups/upgrade-database.ts";
import { systemClock } from "../src/platform/clock.ts";
import { DataFolderInUse } from "../src/platform/database-lock.ts";
import type { OpenDatabase } from "../src/platform/database.ts";
import { changesChannel } from "../src/platform/invalidation.ts";
import { createLog } from "../src/platform/log.ts";
import { type Settings, readSettings } from "../src/settings/settings.ts";
import { type Command, type Environment, refuseUsage, runFromCommandLine } from "./command.ts";
import { OperatorError, runOperation, withOpenDatabase } from "./operator.ts";
import { newFolder, refuseWithoutDatabase } from "./write-copy.ts";

export const main: Command = ([target = "backups", ...more], env, terminal) =>
  more.length > 0 || target.startsWith("-")
    ? refuseUsage(terminal, "Call it so: npm run upgrade, or npm run upgrade -- <folder for the backup>\n")
    : runOperation(terminal, () => upgrade(env, target));

async function upgrade(env: Environment, into: string): Promise<string> {
  const settings = readSettings(env);
  refuseWithoutDatabase(settings, "upgrade");
  const folder = newFolder(into);
  try {
    return await withOpenDatabase(settings, async (database) => {
      const pending = await countPending(database.db);
      if (pending === 0) return "Nothing to upgrade: the database is as this version of Senga wants it.";
      await refuseBesideSite(database);
      await upgradeDatabase({ database, clock: systemClock }, folder, () => tryOut(settings, database));
      return `Upgraded by ${pending} ${pending === 1 ? "migration" : "migrations"}. ${folder} holds what the tables held before. Start Senga.`;
    });
  } catch (error) {
    if (error instanceof DataFolderInUse)
      throw new OperatorError("Senga is running on this data folder. Stop it, and run this again.");
    if (error instanceof BackupError && error.cause instanceof Error)
      throw new OperatorError(
        `${error.message} What failed: ${error.cause.message.split("\n")[0]}\n` +
          `Start the version of Senga that ran before. ${folder} holds the tables too.`,
      );
    throw error;
  }
}

/** Its processes listen for changes. */
async function refuseBesideSite({ db, kind }: OpenDatabase): Promise<void> {
  if (kind === "PGlite") return;
  const { rows } = (await db.execute(sql`
    select count(*)::int as number from pg_stat_activity
    where datname = current_database() and query = ${`listen "${changesChannel}"`}
  `)) as { rows: { number: number }[] };
  if (rows[0]!.number > 0)
    throw new OperatorError(
      `Senga is running on this database (processes: ${rows[0]!.number}). Stop it, and run this again.`,
    );
}

/** Asks the new version what visitors ask first, on the migrated tables. */
async function tryOut(settings: Settings, database: OpenDatabase): Promise<void> {
  const context = await buildContext(settings, createLog("silent"), systemClock, {
    ...database,
    // The caller closes it.
    close: async () => {},
  });
  const app = await createApp(context);
  try {
    for (const url of [
      "/api/ready",
      "/api/approvedClasses?limit=12",
      "/api/instructors",
      "/api/suggestions?q=a",
    ]) {
      const { statusCode } = await app.inject({ method: "GET", url });
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
    }
  } finally {
    await app.close();
    await context.close();
  }
}

if (import.meta.main) await runFromCommandLine(main);
