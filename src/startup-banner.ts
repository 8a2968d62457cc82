import { demoPassword, namedAccounts } from "../db/demo-school/people.ts";
import type { Settings } from "./settings/settings.ts";

export function startupBanner(settings: Settings, database: string, hasDemoSchool: boolean): string {
  const lines = [
    "",
    settings.servesVisitors
      ? `Senga is open at ${settings.origin}`
      : `Senga is running jobs; check ${settings.internalOrigin}/api/ready`,
    ...(settings.isPublic && settings.servesVisitors ? [`It listens at ${settings.internalOrigin}`] : []),
    "",
    ...(hasDemoSchool
      ? [
          `Demo accounts (password ${demoPassword})`,
          ...namedAccounts.map(({ role, email }) => `  ${role.padEnd(11)} ${email}`),
          "",
        ]
      : []),
    "External services",
    `  database    ${database === "PGlite" ? `PGlite in ${settings.dataDir} (embedded)` : "PostgreSQL (real)"}`,
    `  payments    ${settings.stripe ? "Stripe (real)" : `local sandbox, see ${settings.origin}/sandbox/stripe`}`,
    `  Google      ${settings.google ? "Google (real)" : settings.usesSandboxes ? "local sandbox" : "not offered"}`,
    `  mail        ${settings.smtpUrl ? "SMTP relay (real)" : `local mailbox, read it at ${settings.origin}/sandbox/mailbox`}`,
    `  pictures    ${settings.s3 ? `bucket ${settings.s3.bucket} at ${new URL(settings.s3.endpoint).host} (real)` : `folder ${settings.dataDir}/pictures`}`,
    "",
    ...(settings.stripe && !settings.school
      ? ["Receipts don't name your school yet: set SCHOOL_NAME and SCHOOL_ADDRESS (docs/operations.md).", ""]
      : []),
    "",
  ];
  return lines.join("\n");
}
