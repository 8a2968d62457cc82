/** Exit codes: 0 the account is deleted, 1 failure, 2 wrong usage. */
import { eq } from "drizzle-orm";
import { users } from "../src/access/tables.ts";
import { closeAccount } from "../src/features/office/privacy/delete-account.ts";
import { systemClock as clock } from "../src/platform/clock.ts";
import type { OpenDatabase } from "../src/platform/database.ts";
import { createInvalidation } from "../src/platform/invalidation.ts";
import { type Command, refuseUsage, runFromCommandLine } from "./command.ts";
import { OperatorError, runOperation, withSiteDatabase } from "./operator.ts";

const usage = "Usage: npm run delete-account -- someone@example.org\n";

export const main: Command = (args, env, terminal) => {
  const [email = "", ...more] = args.map((word) => word.toLowerCase());
  if (!/^\S+@\S+\.\S+$/.test(email) || more.length > 0) return refuseUsage(terminal, usage);
  return runOperation(terminal, () =>
    withSiteDatabase(env, "There are no accounts yet.", (database) => close(database, email)),
  );
};

const solutions = {
  admin: () => "Make them a student first.",
  payment: (name: string) => `A payment for ${name} isn't settled yet; most are within minutes.`,
  class: (name: string) => `Students are enrolled in ${name}: transfer it to another instructor first.`,
} as const;

async function close(database: OpenDatabase, email: string): Promise<string> {
  const invalidation = await createInvalidation(database);
  try {
    await database.db.transaction(async (tx) => {
      const isTheirs = eq(users.email, email);
      const [found] = await tx
        .select({ issuer: users.identityIssuer, subject: users.identitySubject })
        .from(users)
        .where(isTheirs);
      const { issuer, subject } = found ?? {};
      if (!issuer || !subject)
        throw new OperatorError(`There is no account with the email ${email}. Nothing was changed.`);
      // Support has verified who asks.
      const signIn = { issuer, subject, emailVerified: true };
      const { obstacles } = await closeAccount(tx, { clock, invalidation }, signIn, email);
      if (obstacles.length === 0) return;
      const steps = obstacles.map(({ kind, name }) => solutions[kind](name));
      throw new OperatorError(["Nothing was changed.", ...steps].join("\n"));
    });
    return `The account of ${email} is deleted, and a mail to this address confirms it. The site removes drawings and sign-in within minutes.`;
  } finally {
    await invalidation.close();
  }
}

if (import.meta.main) await runFromCommandLine(main);
