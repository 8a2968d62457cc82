import { isIP } from "node:net";
import { z } from "zod";
import type { Environment, Settings } from "./settings.ts";

export function incompleteGroups(env: Environment): string[] {
  const groups: (keyof Environment)[][] = [
    ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"],
    ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
    ["IDENTITY_ISSUER", "IDENTITY_AUDIENCE", "IDENTITY_JWKS_URL"],
    ["S3_ENDPOINT", "S3_REGION", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
    ["SCHOOL_NAME", "SCHOOL_ADDRESS"],
  ];
  const problems = groups.flatMap((group) => {
    const missing = group.filter((name) => env[name] === undefined);
    if (missing.length === 0 || missing.length === group.length) return [];
    const present = group.filter((name) => env[name] !== undefined);
    return [`${present.join(" and ")} without ${missing.join(" and ")}: set all of them, or none`];
  });
  if (env.DATABASE_URL === undefined) {
    for (const name of ["DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"] as const)
      if (env[name] !== undefined) problems.push(`${name} without DATABASE_URL: set both, or neither`);
    if (env.WEB_CONCURRENCY > 1)
      problems.push(
        `WEB_CONCURRENCY=${env.WEB_CONCURRENCY} without DATABASE_URL: the embedded database serves a single process, ` +
          "several processes need a PostgreSQL server",
      );
    if (env.RUN_JOBS === "no")
      problems.push(
        "RUN_JOBS=no without DATABASE_URL: no other process can run the jobs of the embedded database",
      );
  }
  if (env.RUN_JOBS === "only") {
    if (env.DATABASE_URL === undefined)
      problems.push("RUN_JOBS=only without DATABASE_URL: no other process can serve the embedded database");
    if (env.WEB_CONCURRENCY > 1)
      problems.push(
        `RUN_JOBS=only with WEB_CONCURRENCY=${env.WEB_CONCURRENCY}: only one process per machine runs jobs, so the others would do nothing`,
      );
  }
  if (env.S3_PUBLIC_ENDPOINT !== undefined) {
    if (env.S3_ENDPOINT === undefined)
      problems.push(
        "S3_PUBLIC_ENDPOINT without S3_ENDPOINT: it is the URL at which browsers reach the bucket of S3_ENDPOINT",
      );
    if (env.ORIGIN?.startsWith("https:") && env.S3_PUBLIC_ENDPOINT.startsWith("http:"))
      problems.push(
        "S3_PUBLIC_ENDPOINT is http:// and ORIGIN is https://: browsers would refuse the videos; give the bucket a certificate",
      );
  }
  if (env.SCHOOL_TAX_ID && !env.SCHOOL_NAME)
    problems.push("SCHOOL_TAX_ID without SCHOOL_NAME and SCHOOL_ADDRESS: receipts show all three, or none");
  const isLive = (key: string | undefined) => key?.includes("_live_");
  if (
    env.STRIPE_SECRET_KEY &&
    env.STRIPE_PUBLISHABLE_KEY &&
    isLive(env.STRIPE_SECRET_KEY) !== isLive(env.STRIPE_PUBLISHABLE_KEY)
  ) {
    problems.push("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is a live key, the other a test key");
  }
  if (isLive(env.STRIPE_SECRET_KEY) && env.SERVE_DEMO_TO_EVERYONE) {
    problems.push(
      "STRIPE_SECRET_KEY is a live key: sandboxes must not run with it; remove SERVE_DEMO_TO_EVERYONE",
    );
  }
  return problems;
}

export function onlyForDemonstrations(env: Environment, realServices: readonly string[]): string[] {
  if (realServices.length === 0) return [];
  const names = ["SANDBOX_STRIPE_URL", "SANDBOX_STRIPE_WEBHOOK_URL", "SANDBOX_SMTP_URL"] as const;
  return [
    ...(env.JOB_INTERVAL_FACTOR === 1 ? [] : ["JOB_INTERVAL_FACTOR"]),
    ...names.filter((name) => env[name] !== undefined),
  ].map((name) => `${name} is for tests and the demo, and must not be set with ${realServices.join(", ")}`);
}

/** On a public address a sandbox lets anyone sign in as anyone, read all mail, or pay with a test card. */
export function missingForPublicHost(env: Environment): string[] {
  const needed: (keyof Environment)[] = [
    "STRIPE_SECRET_KEY",
    "STRIPE_PUBLISHABLE_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "SMTP_URL",
    "SECRET",
  ];
  const missing = needed.filter((name) => env[name] === undefined);
  return missing.length === 0
    ? []
    : [
        `HOST or ORIGIN is a public address, which needs ${missing.join(", ")} ` +
          "(or SERVE_DEMO_TO_EVERYONE=yes, for a demo in which anyone may sign in as anyone)",
      ];
}

/** A public address alone does not count if the operator runs a demo. */
export function realServiceNames(env: Environment, isPublic: boolean): string[] {
  const services: (keyof Environment)[] = [
    "STRIPE_SECRET_KEY",
    "SMTP_URL",
    "GOOGLE_CLIENT_ID",
    "IDENTITY_ISSUER",
  ];
  return [
    ...services.filter((name) => env[name] !== undefined),
    ...(isPublic && !env.SERVE_DEMO_TO_EVERYONE ? ["a public HOST or ORIGIN"] : []),
  ];
}

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || host === "::1" || host.startsWith("127.");

export function allOrNothing<T extends (string | undefined)[]>(
  ...values: T
): { [K in keyof T]: string } | undefined {
  return values.every((value) => value !== undefined) ? (values as { [K in keyof T]: string }) : undefined;
}

function isIpRange(range: string): boolean {
  const [ip = "", bits, ...more] = range.split("/");
  const family = isIP(ip);
  return (
    family !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  );
}

export const proxies = z
  .string()
  .default("no")
  .transform((value, context): false | number | string[] => {
    if (value === "no") return false;
    if (/^[1-9]\d?$/.test(value)) return Number(value);
    const ranges = value.split(",").map((range) => range.trim());
    if (ranges.every(isIpRange)) return ranges;
    context.addIssue(
      'Set the number of proxies in front (1), or their addresses (10.0.0.0/8, ::1), or no. "yes" would trust any address that a client claims',
    );
    return z.NEVER;
  });

/** The settings that still name the demo, where nobody answers, although mail is real. */
export function demoContacts(
  settings: Pick<Settings, "smtpUrl" | "supportEmail" | "supportPhone" | "mailFrom">,
): string[] {
  const { smtpUrl, supportEmail, supportPhone, mailFrom } = settings;
  if (smtpUrl === undefined) return [];
  const contacts = { SUPPORT_EMAIL: supportEmail, SUPPORT_PHONE: supportPhone, MAIL_FROM: mailFrom };
  return Object.entries(contacts)
    .filter(([, contact]) => /@senga\.example>?$|555 0143$/.test(contact))
    .map(([name]) => name);
}
