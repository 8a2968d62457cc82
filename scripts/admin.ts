/** Exit codes: 0 the account is an admin, 1 failure, 2 wrong usage. */
import { appointAdmin } from "../src/features/administration/appoint-admin.ts";
import { createInvalidation } from "../src/platform/invalidation.ts";
import { systemClock } from "../src/platform/clock.ts";
import type { OpenDatabase } from "../src/platform/database.ts";
import { OperatorError, runCommand, withSiteDatabase } from "./operator.ts";

const [email = "", ...more] = process.argv.slice(2);
if (!/^\S+@\S+$/.test(email) || more.length > 0) {
  process.stderr.write("Say which account: npm run admin -- name@example.org\n");
  process.exitCode = 2;
} else {
  const noDatabaseMessage =
    "There are no accounts yet. Start Senga with these settings, sign up on the site, then run this again.";
  await runCommand(() => withSiteDatabase(noDatabaseMessage, (database) => appoint(database, email)));
}

async function appoint(database: OpenDatabase, accountEmail: string): Promise<string> {
  const invalidation = await createInvalidation(database);
  try {
    const { db } = database;
    const appointed = await appointAdmin({ db, invalidation, clock: systemClock }, accountEmail);
    if (appointed.outcome === "unknown")
      throw new OperatorError(
        `There is no account with the email ${accountEmail}. Sign up with it on the site, then run this again.`,
      );
    const account = `${appointed.name} (${accountEmail}, registered ${appointed.since.toISOString().slice(0, 10)})`;
    return appointed.outcome === "appointed"
      ? `${account} is an admin now. Open pages show it within a minute; nobody needs to log in again.`
      : `${account} is an admin already. Nothing was changed.`;
  } finally {
    await invalidation.close();
  }
}
