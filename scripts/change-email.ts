/** Exit codes: 0 the account has the new email, 1 failure, 2 wrong usage. */
import { setEmail } from "../src/features/administration/set-email.ts";
import { followPerson } from "../src/features/privacy/follow-person.ts";
import { setIdentityEmail } from "../src/identity/set-email.ts";
import { systemClock } from "../src/platform/clock.ts";
import { type OpenDatabase, isUniqueViolation } from "../src/platform/database.ts";
import { createInvalidation } from "../src/platform/invalidation.ts";
import { OperatorError, runCommand, withSiteDatabase } from "./operator.ts";

const [from = "", to = "", ...more] = process.argv.slice(2).map((word) => word.toLowerCase());
if (![from, to].every((email) => /^\S+@\S+\.\S+$/.test(email)) || from === to || more.length > 0) {
  process.stderr.write("Say from which to which: npm run change-email -- old@example.org new@example.org\n");
  process.exitCode = 2;
} else {
  await runCommand(() => withSiteDatabase("There are no accounts yet.", change));
}

async function change(database: OpenDatabase): Promise<string> {
  const invalidation = await createInvalidation(database);
  try {
    const name = await database.db.transaction(async (tx) => {
      const changed = await setEmail(tx, { clock: systemClock }, from, to, (changing, ...person) =>
        followPerson(changing, { invalidation }, ...person),
      );
      if (changed === undefined || !(await setIdentityEmail(tx, from, to)))
        throw new OperatorError(`There is no account with the email ${from}. Nothing was changed.`);
      return changed;
    });
    return `${name} has the email ${to} now, which counts as not confirmed. Both addresses are told by mail.`;
  } catch (error) {
    if (isUniqueViolation(error))
      throw new OperatorError(`There is another account with the email ${to}. Nothing was changed.`);
    throw error;
  } finally {
    await invalidation.close();
  }
}
