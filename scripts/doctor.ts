/** Says what is wrong and what to do about it; changes nothing. Exit codes: 0 nothing is wrong, 1 something is, 2 wrong usage. */
import { type Settings, SettingsError, loadEnvFile, readSettings } from "../src/settings/settings.ts";
import { checkAddress } from "./doctor/address.ts";
import { checkDatabase } from "./doctor/database.ts";
import type { Check, Finding } from "./doctor/finding.ts";
import { checkIdentity } from "./doctor/identity.ts";
import { checkMachine } from "./doctor/machine.ts";
import { checkMail } from "./doctor/mail.ts";
import { checkStorage } from "./doctor/storage.ts";
import { checkStripe } from "./doctor/stripe.ts";

const checks: readonly Check[] = [
  checkMachine,
  checkDatabase,
  checkStorage,
  checkMail,
  (settings) => checkStripe(settings),
  checkIdentity,
  checkAddress,
];
const marks = { fine: "ok   ", look: "look ", wrong: "WRONG" } as const;

const settings = readOrSay();
if (process.argv.length > 2) {
  process.stderr.write("Call it so: npm run doctor\n");
  process.exitCode = 2;
} else if (settings) {
  const findings = (await Promise.all(checks.map((check) => check(settings)))).flat();
  for (const finding of findings) process.stdout.write(`${describe(finding)}\n`);
  const wrong = findings.filter(({ state }) => state === "wrong").length;
  process.stdout.write(
    wrong === 0 ? "\nNothing is wrong.\n" : `\n${wrong} ${wrong === 1 ? "thing is" : "things are"} wrong.\n`,
  );
  process.exitCode = wrong === 0 ? 0 : 1;
}

function describe({ about, state, says, todo }: Finding): string {
  const line = `${marks[state]}  ${about.padEnd(12)} ${says}`;
  return todo === undefined ? line : `${line}\n       ${" ".repeat(12)} ${todo}`;
}

function readOrSay(): Settings | undefined {
  loadEnvFile(process.cwd());
  try {
    return readSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    return undefined;
  }
}
