import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";

/** All that an operator can set, read once at the start. `.env.example` explains each by its name. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** The address that people use, without a slash at the end. */
  readonly origin: string;
  /** Where this process reaches itself. */
  readonly internalOrigin: string;
  /** Further origins whose pages may sign people in. */
  readonly allowedOrigins: readonly string[];
  readonly isPublic: boolean;
  readonly trustProxy: boolean;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly secret: string | undefined;
  /** Multiplies every bound on the number of requests. */
  readonly rateLimitFactor: number;
  readonly logLevel: string;
  readonly loadsDemoSchool: boolean;
  /** The identity provider that the API trusts. */
  readonly identity: { readonly issuer: string; readonly audience: string; readonly jwksUrl: string };
  /** Real Google; undefined: the stand-in, or none on a public address. */
  readonly google:
    | { readonly clientId: string; readonly clientSecret: string; readonly issuer: string }
    | undefined;
  /** Real Stripe; undefined: the sandbox. */
  readonly stripe:
    | { readonly secretKey: string; readonly publishableKey: string; readonly webhookSecret: string }
    | undefined;
  /** The SMTP relay; undefined: the local mailbox. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
  /** Whether stand-ins take the place of outside services that are not configured. */
  readonly usesStandIns: boolean;
}

/** What is wrong with the settings, a line each; the process does not start. */
export class SettingsError extends Error {
  constructor(lines: readonly string[]) {
    super(["Senga cannot start with these settings:", ...lines.map((line) => `  - ${line}`)].join("\n"));
    this.name = "SettingsError";
  }
}

const text = z.string().trim().min(1).optional();
const yes = z
  .enum(["yes", "no"], "Say yes or no")
  .default("no")
  .transform((word) => word === "yes");
const origin = z.url({ protocol: /^https?$/ }).transform((address) => new URL(address).origin);

const environment = z.object({
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  HOST: z.string().trim().min(1).default("localhost"),
  ORIGIN: origin.optional(),
  ALLOWED_ORIGINS: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .pipe(z.array(origin)),
  TRUST_PROXY: yes,
  DATA_DIR: z.string().trim().min(1).default("./data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SECRET: z.string().min(32, "At least 32 characters").optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("warn"),
  DEMO_SCHOOL: yes.prefault("yes"),
  SERVE_DEMO_TO_EVERYONE: yes,
  IDENTITY_ISSUER: z.url().optional(),
  IDENTITY_AUDIENCE: text,
  IDENTITY_JWKS_URL: z.url().optional(),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: z.url().default("https://accounts.google.com"),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, "Looks like sk_test_… or sk_live_…")
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, "Looks like pk_test_… or pk_live_…")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, "Looks like whsec_…")
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().trim().min(3).default("Senga <hello@senga.example>"),
  SUPPORT_EMAIL: z.email().default("support@senga.example"),
  SUPPORT_PHONE: z.string().trim().min(3).default("+1 212 555 0143"),
});
type Environment = z.output<typeof environment>;

/** The names of all settings, for the test that holds `.env.example` against them. */
export const settingNames = Object.keys(environment.shape);

/** Puts what a `.env` file in the folder says into the environment; what is set there already wins. */
export function loadEnvFile(folder: string): void {
  const file = resolve(folder, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Reads the settings. Throws SettingsError, which names all that is wrong or missing at once. */
export function readSettings(variables: Record<string, string | undefined> = process.env): Settings {
  // An empty value in a file or a compose manifest means "not set".
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const env = parsed.data;
  const siteOrigin = env.ORIGIN ?? `http://localhost:${env.PORT}`;
  const isPublic = !isLoopback(env.HOST) || !isLoopback(new URL(siteOrigin).hostname);
  const usesStandIns = !isPublic || env.SERVE_DEMO_TO_EVERYONE;

  const complaints = [...halfConfigurations(env), ...(usesStandIns ? [] : missingOnPublicAddress(env))];
  if (complaints.length > 0) throw new SettingsError(complaints);

  const stripe = allOrNothing(env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY, env.STRIPE_WEBHOOK_SECRET);
  const google = allOrNothing(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  const internalHost = ["localhost", "0.0.0.0", "::"].includes(env.HOST) ? "127.0.0.1" : env.HOST;
  const internalOrigin = `http://${internalHost.includes(":") ? `[${internalHost}]` : internalHost}:${env.PORT}`;
  return {
    port: env.PORT,
    host: env.HOST,
    origin: siteOrigin,
    internalOrigin,
    allowedOrigins: env.ALLOWED_ORIGINS,
    isPublic,
    trustProxy: env.TRUST_PROXY,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    secret: env.SECRET,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    logLevel: env.LOG_LEVEL,
    // Demo accounts have a published password: never beside real payments, never for strangers.
    loadsDemoSchool: env.DEMO_SCHOOL && !stripe && usesStandIns,
    identity: {
      issuer: env.IDENTITY_ISSUER ?? `${siteOrigin}/identity`,
      audience: env.IDENTITY_AUDIENCE ?? siteOrigin,
      jwksUrl: env.IDENTITY_JWKS_URL ?? `${internalOrigin}/identity/jwks`,
    },
    google: google && { clientId: google[0], clientSecret: google[1], issuer: env.GOOGLE_ISSUER },
    stripe: stripe && { secretKey: stripe[0], publishableKey: stripe[1], webhookSecret: stripe[2] },
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    supportEmail: env.SUPPORT_EMAIL,
    supportPhone: env.SUPPORT_PHONE,
    usesStandIns,
  };
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || host === "::1" || host.startsWith("127.");

/** The values when all are there, otherwise undefined. */
function allOrNothing<T extends (string | undefined)[]>(
  ...values: T
): { [K in keyof T]: string } | undefined {
  return values.every((value) => value !== undefined) ? (values as { [K in keyof T]: string }) : undefined;
}

/** Groups of settings that mean something only together, and mixtures that would take real money for a demo. */
function halfConfigurations(env: Environment): string[] {
  const groups: (keyof Environment)[][] = [
    ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"],
    ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
    ["IDENTITY_ISSUER", "IDENTITY_AUDIENCE", "IDENTITY_JWKS_URL"],
  ];
  const complaints = groups.flatMap((group) => {
    const missing = group.filter((name) => env[name] === undefined);
    if (missing.length === 0 || missing.length === group.length) return [];
    const present = group.filter((name) => env[name] !== undefined);
    return [`${present.join(" and ")} without ${missing.join(" and ")}: set all of them, or none`];
  });
  const isLive = (key: string | undefined) => key?.includes("_live_");
  if (
    env.STRIPE_SECRET_KEY &&
    env.STRIPE_PUBLISHABLE_KEY &&
    isLive(env.STRIPE_SECRET_KEY) !== isLive(env.STRIPE_PUBLISHABLE_KEY)
  ) {
    complaints.push("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is a live key, the other a test key");
  }
  if (isLive(env.STRIPE_SECRET_KEY) && env.SERVE_DEMO_TO_EVERYONE) {
    complaints.push(
      "STRIPE_SECRET_KEY is a live key: stand-ins must not run beside it, remove SERVE_DEMO_TO_EVERYONE",
    );
  }
  return complaints;
}

/** On a public address a stand-in would let anybody sign in as anybody, read all mail, or pay with a test card. */
function missingOnPublicAddress(env: Environment): string[] {
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
          "(or SERVE_DEMO_TO_EVERYONE=yes, for a demonstration in which anybody may sign in as anybody)",
      ];
}
