/** Exit codes: 0 done, 1 failure, 2 wrong usage. */
import {
  listTrustedKeys,
  nameOf,
  rotateKey,
  strikeKey,
} from "../src/features/studio/certificates/issuer-keys.ts";
import { createInvalidation } from "../src/platform/invalidation.ts";
import { systemClock } from "../src/platform/clock.ts";
import type { OpenDatabase } from "../src/platform/database.ts";
import { appointAdmin } from "../src/features/school/users/role-and-suspension.ts";
import { type Command, refuseUsage, runFromCommandLine } from "./command.ts";
import { OperatorError, runOperation, withSiteDatabase } from "./operator.ts";

const usage = `Usage:
  npm run admin -- name@example.org              makes this account an admin
  npm run admin -- rotate-certificate-key        signs certificates with a new key from now on
  npm run admin -- strike-certificate-key <key>  invalidates everything this key signed, and signs it again
`;

const noDatabaseMessage =
  "There are no accounts yet. Start Senga with these settings, sign up on the site, then run this again.";

export const main: Command = (args, env, terminal) => {
  const operation = chooseOperation(args);
  return operation
    ? runOperation(terminal, () => withSiteDatabase(env, noDatabaseMessage, operation))
    : refuseUsage(terminal, usage);
};

function chooseOperation([command = "", key = "", ...more]: readonly string[]):
  | ((database: OpenDatabase) => Promise<string>)
  | undefined {
  if (more.length > 0) return undefined;
  if (/^\S+@\S+$/.test(command) && !key) return (database) => appoint(database, command);
  if (command === "rotate-certificate-key" && !key) return rotate;
  if (command === "strike-certificate-key") return (database) => strike(database, key);
  return undefined;
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
    if (appointed.outcome === "not an adult")
      throw new OperatorError(
        `The owner of ${accountEmail} isn't 18 yet, or hasn't confirmed it. Admins must be adults: log in on the site, answer its question, then run this again.`,
      );
    const account = `${appointed.name} (${accountEmail}, registered ${appointed.since.toISOString().slice(0, 10)})`;
    return appointed.outcome === "appointed"
      ? `${account} is an admin now. Open pages show it within a minute, without another login.`
      : `${account} is already an admin. Nothing was changed.`;
  } finally {
    await invalidation.close();
  }
}

async function rotate({ db }: OpenDatabase): Promise<string> {
  const retired = await rotateKey({ db, clock: systemClock });
  return retired
    ? `${retired} no longer signs. Certificates it signed stay valid; a new key signs the next one.`
    : "There is no signing key yet; the next certificate creates one. Nothing was changed.";
}

async function strike({ db }: OpenDatabase, key: string): Promise<string> {
  const outcome = key ? await strikeKey({ db, clock: systemClock }, key) : "unknown";
  if (outcome === "unknown") {
    const trusted = (await listTrustedKeys(db)).map(nameOf);
    const list =
      trusted.length > 0 ? `Published keys:\n  ${trusted.join("\n  ")}` : "No key is published yet.";
    throw new OperatorError(
      `Name a published key: the part after # in the kid of a certificate's JWT. ${list}`,
    );
  }
  if (outcome === "struck") return `${key} is already struck. Nothing was changed.`;
  return (
    `${key} is struck: everything it signed is invalid. ` +
    (outcome === 1 ? "1 certificate gets" : `${outcome} certificates get`) +
    " a new signature, under the same number, as soon as Senga runs."
  );
}

if (import.meta.main) await runFromCommandLine(main);
