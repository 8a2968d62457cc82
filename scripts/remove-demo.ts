/** Stop the site first. Exit codes: 0 removed, 1 failure or no confirmation, 2 wrong usage. */
import { findDemonstration } from "../db/demo-school/recognize.ts";
import { type Removal, RealPaymentsOnDemo, removeDemonstration } from "../db/demo-school/remove.ts";
import { schoolMigrations } from "../src/open-database.ts";
import { systemClock } from "../src/platform/clock.ts";
import type { OpenDatabase } from "../src/platform/database.ts";
import { type Command, type Terminal, refuseUsage, runFromCommandLine } from "./command.ts";
import { OperatorError, refuseBesideSite, runOperation, withSiteDatabase } from "./operator.ts";

export const main: Command = (args, env, terminal) => {
  if (args.some((arg) => arg !== "--yes"))
    return refuseUsage(terminal, "Usage: npm run remove-demo, or npm run remove-demo -- --yes\n");
  return runOperation(terminal, () =>
    withSiteDatabase(env, "There is no database yet, so there is no demo to remove.", (database) =>
      removeFrom(database, terminal, args.length > 0),
    ),
  );
};

async function removeFrom(database: OpenDatabase, terminal: Terminal, isConfirmed: boolean): Promise<string> {
  await refuseBesideSite(database);
  await database.migrate(schoolMigrations);
  const found = await findDemonstration(database.db);
  if (found.length === 0) return "This database contains no demo. Nothing was changed.";
  const dependencies = { db: database.db, clock: systemClock };
  try {
    const planned = await removeDemonstration(dependencies, true);
    terminal.print(`${describe(planned)}\n`);
    if (!isConfirmed && !(await confirm(terminal))) throw new OperatorError("Nothing was changed.");
    await removeDemonstration(dependencies, false);
  } catch (error) {
    throw error instanceof RealPaymentsOnDemo ? new OperatorError(error.message) : error;
  }
  return "The demo is gone. Start Senga with DEMO_SCHOOL=no, or with the settings of the real school.";
}

function describe({ removed, remaining, demoted }: Removal): string {
  const losers = remaining.filter(({ enrollments }) => enrollments > 0);
  return [
    "This will be permanently removed:",
    ...[...removed].map(([table, number]) => `  ${table.replaceAll("_", " ").padEnd(26)} ${number}`),
    "  and the tables of the sandboxes for Stripe, Google and mail",
    "",
    remaining.length === 0
      ? "There are no other accounts."
      : "These accounts stay, but are signed out and must confirm their email again:",
    ...remaining.map(
      ({ name, email, role, classes }) =>
        `  ${name} (${email}), ${role}${classes > 0 ? `, with ${classes} ${classes === 1 ? "class" : "classes"}` : ""}`,
    ),
    ...losers.map(
      ({ name, enrollments }) =>
        `  ${name} loses ${enrollments} ${enrollments === 1 ? "enrollment" : "enrollments"} in demo classes or paid for in the sandbox`,
    ),
    ...demoted.map(
      ({ email, role }) =>
        `  ${email} was made an admin in the demo, and becomes ${role === "instructor" ? "an" : "a"} ${role}`,
    ),
    "",
  ].join("\n");
}

/** Without a terminal the answer is no. */
async function confirm({ ask, print }: Terminal): Promise<boolean> {
  if (!ask) {
    print("There is no terminal to confirm on. To remove the demo: npm run remove-demo -- --yes\n");
    return false;
  }
  return (await ask('Type "remove" to continue: ')).trim().toLowerCase() === "remove";
}

if (import.meta.main) await runFromCommandLine(main);
