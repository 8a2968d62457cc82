/** Exit codes: 0 upgraded or nothing to do, 1 failure, 2 wrong usage. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createApp } from "../src/app.ts";
import { buildContext } from "../src/context.ts";
import { BackupError } from "../src/features/office/backups/manifest.ts";
import { countPending, upgradeDatabase } from "../src/features/office/backups/upgrade-database.ts";
import { systemClock } from "../src/platform/clock.ts";
import { DataFolderInUse } from "../src/platform/database-lock.ts";
import type { OpenDatabase } from "../src/platform/database.ts";
import { describeAnyFailure } from "../src/platform/describe-failure.ts";
import { createLog } from "../src/platform/log.ts";
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
    ? refuseUsage(terminal, "Call it so: npm run upgrade, or npm run upgrade -- <folder for the backup>\n")
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
        // One that was starting when this began is open by now.
        await refuseBesideSite(migrated);
      });
      if ((await countPending(database.db)) > 0) throw new Error("the database has not kept the migrations");
      return `Upgraded by ${ran} ${ran === 1 ? "migration" : "migrations"}. ${folder} holds what the tables held before. Start Senga.`;
    });
  } catch (error) {
    if (error instanceof DataFolderInUse)
      throw new OperatorError("Senga is running on this data folder. Stop it, and run this again.");
    // Nothing was begun.
    if (folder === "") throw error;
    throw new OperatorError(await describeFailure(settings, error, folder));
  }
}

const nothingToDo = "Nothing to upgrade: the database is as this version of Senga wants it.";

/** Looks instead of concluding: a commit may have arrived although its answer did not. */
async function describeFailure(settings: Settings, error: unknown, folder: string): Promise<string> {
  const pending = await withOpenDatabase(settings, (database) =>
    // Waits for what the server may still be doing for the broken connection.
    database.holdMigrations((tx) => countPending(tx)),
  ).catch(() => undefined);
  const backup = existsSync(join(folder, "manifest.json"))
    ? `${folder} holds what the tables held before.`
    : `The backup in ${folder} is not whole: remove it.`;
  const reason = `What failed: ${describeAnyFailure(error)}`;
  if (pending === 0)
    return `${reason}\nThe database is upgraded all the same: all migrations are in it. ${backup} Start Senga.`;
  if (pending === undefined)
    return (
      `${reason}\nThe database could not be looked at afterwards. It is either as it was before or upgraded, never in between: ` +
      `run npm run upgrade again once the database answers, which says which. ${backup}`
    );
  return (
    `The upgrade failed, and the database is as it was before. ${reason}\n` +
    `Mend that and run npm run upgrade again, or start the version of Senga that ran before. ${backup}`
  );
}

/** Asks the new version what visitors ask first, on the migrated tables. */
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

if (import.meta.main) await runFromCommandLine(main);
