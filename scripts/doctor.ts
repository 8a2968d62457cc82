/** Reports problems and what to do about them; changes nothing. Exit codes: 0 nothing is wrong, 1 something is, 2 wrong usage. */
import { SettingsError, readSettings } from "../src/settings/settings.ts";
import { checkAddress } from "./doctor/address.ts";
import { checkDatabase } from "./doctor/database.ts";
import type { Check, Finding } from "./doctor/finding.ts";
import { checkIdentity } from "./doctor/identity.ts";
import { checkMachine } from "./doctor/machine.ts";
import { checkMail } from "./doctor/mail.ts";
import { checkSecret } from "./doctor/secret.ts";
import { checkStorage } from "./doctor/storage.ts";
import { checkStripe } from "./doctor/stripe.ts";
import { type Command, type Environment, type Terminal, refuseUsage, runFromCommandLine } from "./command.ts";

const checks: readonly Check[] = [
  checkMachine,
  checkSecret,
  checkDatabase,
  checkStorage,
  checkMail,
  (settings) => checkStripe(settings),
  checkIdentity,
  checkAddress,
];
const marks = { fine: "ok   ", look: "look ", wrong: "WRONG" } as const;

export const main: Command = (args, env, terminal) =>
  args.length > 0 ? refuseUsage(terminal, "Usage: npm run doctor\n") : examine(env, terminal);

async function examine(env: Environment, { print, printError }: Terminal): Promise<number> {
  try {
    const settings = readSettings(env);
    const findings = (await Promise.all(checks.map((check) => check(settings)))).flat();
    for (const finding of findings) print(`${describe(finding)}\n`);
    const wrong = findings.filter(({ state }) => state === "wrong").length;
    print(
      wrong === 0
        ? "\nNothing is wrong.\n"
        : `\n${wrong} ${wrong === 1 ? "thing is" : "things are"} wrong.\n`,
    );
    return wrong === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    printError(`${error.message}\n`);
    return 1;
  }
}

function describe({ about, state, says, todo }: Finding): string {
  const line = `${marks[state]}  ${about.padEnd(12)} ${says}`;
  return todo === undefined ? line : `${line}\n       ${" ".repeat(12)} ${todo}`;
}

if (import.meta.main) await runFromCommandLine(main);
