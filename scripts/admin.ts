/**
 * `npm run admin -- name@example.org` makes an existing account an admin: the first one of a school has nobody to ask.
 * Ends with 0 when the account is an admin now or was one, 1 when it could not be done, 2 when it was not called so.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { appointAdmin } from "../src/features/administration/appoint-admin.ts";
import { createChanges } from "../src/platform/changes.ts";
import { systemClock } from "../src/platform/clock.ts";
import { DataFolderInUse } from "../src/platform/database-lock.ts";
import { type OpenDatabase, openDatabase } from "../src/platform/database.ts";
import { createLog } from "../src/platform/log.ts";
import { SettingsError, loadEnvFile, readSettings } from "../src/settings.ts";

/** What the operator can mend, in a sentence. */
class Refusal extends Error {}

const [email = "", ...more] = process.argv.slice(2);
if (!/^\S+@\S+$/.test(email) || more.length > 0) {
  process.stderr.write("Say which account: npm run admin -- name@example.org\n");
  process.exitCode = 2;
} else {
  try {
    process.stdout.write(`${await appoint(email)}\n`);
  } catch (error) {
    const isMendable = error instanceof Refusal || error instanceof SettingsError;
    process.stderr.write(
      `${isMendable ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}

async function appoint(address: string): Promise<string> {
  loadEnvFile(process.cwd());
  const database = await open();
  try {
    const changes = await createChanges(database);
    try {
      const { db } = database;
      const appointed = await appointAdmin({ db, changes, clock: systemClock }, address);
      if (appointed.outcome === "unknown")
        throw new Refusal(
          `There is no account with the e-mail ${address}. Sign up with it on the site, then run this again.`,
        );
      const account = `${appointed.name} (${address}, registered ${appointed.since.toISOString().slice(0, 10)})`;
      return appointed.outcome === "appointed"
        ? `${account} is an admin now. Open pages show it within a minute; nobody needs to sign in again.`
        : `${account} is an admin already. Nothing was changed.`;
    } finally {
      await changes.close();
    }
  } finally {
    await database.close();
  }
}

/** The site's database, where the site has made it. */
async function open(): Promise<OpenDatabase> {
  const settings = readSettings();
  const notYet = new Refusal(
    "There are no accounts yet. Start Senga with these settings, sign up on the site, then run this again.",
  );
  if (!settings.databaseUrl && !existsSync(join(settings.dataDir, "pglite"))) throw notYet;
  let database: OpenDatabase | undefined;
  try {
    database = await openDatabase(settings, createLog(settings.logLevel));
    const found = await database.db.execute(
      sql`select to_regclass('audit_entries') is not null as "isReady"`,
    );
    if (!(found as { rows: { isReady: boolean }[] }).rows[0]?.isReady) throw notYet;
    return database;
  } catch (error) {
    await database?.close();
    if (error instanceof DataFolderInUse)
      throw new Refusal(
        `Senga is running on ${settings.dataDir}, and the embedded database serves one process at a time. Stop it, ` +
          "run this again, then start it.",
      );
    if (isUnreachable(error)) throw new Refusal("The database that DATABASE_URL names does not answer.");
    throw error;
  }
}

/** Whether a connection failed, however deep the driver has put its reason. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "" } = error as NodeJS.ErrnoException;
  return ["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT"].includes(code) || isUnreachable(error.cause);
}
