/** Exit codes: 0 the account has the new email, 1 failure, 2 wrong usage. */
import { listeners } from "../src/features.ts";
import { systemClock as clock } from "../src/platform/clock.ts";
import { type OpenDatabase, isUniqueViolation } from "../src/platform/database.ts";
import { createEmit } from "../src/platform/events.ts";
import { createInvalidation } from "../src/platform/invalidation.ts";
import { setIdentityEmail } from "../src/identity/email-changes.ts";
import { type Settings, readSettings } from "../src/settings/settings.ts";
import { setEmail } from "../src/features/school/users/role-and-suspension.ts";
import { type Command, refuseUsage, runFromCommandLine } from "./command.ts";
import { OperatorError, runOperation, withSiteDatabase } from "./operator.ts";

const usage = "Usage: npm run change-email -- old@example.org new@example.org\n";

export const main: Command = (args, env, terminal) => {
  const [from = "", to = "", ...more] = args.map((word) => word.toLowerCase());
  if (![from, to].every((email) => /^\S+@\S+\.\S+$/.test(email)) || from === to || more.length > 0)
    return refuseUsage(terminal, usage);
  return runOperation(terminal, () =>
    withSiteDatabase(env, "There are no accounts yet.", (database) =>
      change(database, readSettings(env), from, to),
    ),
  );
};

async function change(database: OpenDatabase, settings: Settings, from: string, to: string): Promise<string> {
  const invalidation = await createInvalidation(database);
  const emit = createEmit(listeners, { clock, invalidation });
  try {
    const name = await database.db.transaction(async (tx) => {
      const identity = await setIdentityEmail(tx, from, to);
      const former = { email: from, isMailboxTheirs: identity?.wasConfirmed ?? false };
      const changed = identity && (await setEmail(tx, { clock, emit, settings }, former, to));
      if (changed === undefined)
        throw new OperatorError(`There is no account with the email ${from}. Nothing was changed.`);
      return changed;
    });
    return `The email of ${name} is now ${to}. Both addresses are notified by mail.`;
  } catch (error) {
    if (isUniqueViolation(error))
      throw new OperatorError(`There is another account with the email ${to}. Nothing was changed.`);
    throw error;
  } finally {
    await invalidation.close();
  }
}

if (import.meta.main) await runFromCommandLine(main);
