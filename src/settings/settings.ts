import { proxies } from "./validation.ts";
import { isLoopback, allOrNothing } from "./validation.ts";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import {
  incompleteGroups,
  missingForPublicHost,
  onlyForDemonstrations,
  realServiceNames,
} from "./validation.ts";

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash. */
  readonly origin: string;
  readonly internalOrigin: string;
  readonly allowedOrigins: readonly string[];
  readonly isPublic: boolean;
  /** Proxy hops or addresses; false: none. */
  readonly trustProxy: false | number | readonly string[];
  readonly dataDir: string;
  readonly postgres:
    | {
        readonly url: string;
        readonly directUrl: string | undefined;
        readonly replicaUrl: string | undefined;
      }
    | undefined;
  readonly processes: number;
  readonly runsJobs: boolean;
  /** False: serves health checks and metrics only. */
  readonly servesVisitors: boolean;
  readonly secret: string | undefined;
  readonly rateLimitFactor: number;
  readonly jobIntervalFactor: number;
  readonly logLevel: string;
  /** On 127.0.0.1; undefined: no metrics. */
  readonly metricsPort: number | undefined;
  readonly loadsDemoSchool: boolean;
  readonly identity: { readonly issuer: string; readonly audience: string; readonly jwksUrl: string };
  readonly google:
    | { readonly clientId: string; readonly clientSecret: string; readonly issuer: string }
    | undefined;
  readonly stripe:
    | { readonly secretKey: string; readonly publishableKey: string; readonly webhookSecret: string }
    | undefined;
  /** The demo's sandboxes, if not in this process. */
  readonly sandboxes: {
    readonly stripeUrl: string | undefined;
    readonly stripeWebhookUrl: string | undefined;
    readonly smtpUrl: string | undefined;
  };
  readonly s3:
    | {
        readonly endpoint: string;
        /** Reachable by browsers; undefined: the site sends videos. */
        readonly publicEndpoint: string | undefined;
        readonly region: string;
        readonly bucket: string;
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        readonly inPath: boolean;
      }
    | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly keepsOriginals: boolean;
  readonly videoQuotaBytes: number;
  /** The seller on receipts; undefined: they show the site's name. */
  readonly school:
    | { readonly name: string; readonly address: string; readonly taxId: string | undefined }
    | undefined;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly newsletterIsAutomatic: boolean;
  readonly carouselSlide: string | undefined;
  readonly allowsAiTraining: boolean;
  readonly realServices: readonly string[];
  readonly usesSandboxes: boolean;
}

export class SettingsError extends Error {
  constructor(lines: readonly string[]) {
    super(["Senga cannot start with these settings:", ...lines.map((line) => `  - ${line}`)].join("\n"));
    this.name = "SettingsError";
  }
}

const text = z.string().trim().min(1).optional();
const line = (longest: number) =>
  z
    .string()
    .trim()
    .regex(/^\P{Cc}+$/u, "Must be one line, without control characters")
    .max(longest, `At most ${longest} characters`)
    .optional();
const yesOrNo = z
  .enum(["yes", "no"], "Must be yes or no")
  .default("no")
  .transform((word) => word === "yes");

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

const smtpUrl = z.url({ protocol: /^smtps?$/ }).optional();
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ }).optional();

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
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
  TRUST_PROXY: proxies,
  DATA_DIR: z.string().trim().min(1).default("./data"),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_REPLICA_URL: postgresUrl,
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(128).default(1),
  RUN_JOBS: z.enum(["yes", "no", "only"], "Must be yes, no or only").default("yes"),
  SECRET: z.string().min(32, "At least 32 characters").optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  JOB_INTERVAL_FACTOR: z.coerce.number().min(0.01).max(1).default(1),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("warn"),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  DEMO_SCHOOL: yesOrNo.prefault("yes"),
  SERVE_DEMO_TO_EVERYONE: yesOrNo,
  SANDBOX_STRIPE_URL: origin.optional(),
  SANDBOX_STRIPE_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  SANDBOX_SMTP_URL: smtpUrl,
  IDENTITY_ISSUER: z.url().optional(),
  IDENTITY_AUDIENCE: text,
  IDENTITY_JWKS_URL: z.url().optional(),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: z.url().default("https://accounts.google.com"),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, "Must look like sk_test_… or sk_live_…")
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, "Must look like pk_test_… or pk_live_…")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, "Must look like whsec_…")
    .optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: text,
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      "A bucket name has 3 to 63 lowercase letters, digits, dots and hyphens",
    )
    .optional(),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_PATH_STYLE: yesOrNo.prefault("yes"),
  S3_PUBLIC_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  SMTP_URL: smtpUrl,
  MAIL_FROM: z
    .string()
    .trim()
    .regex(
      /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      "Must look like Senga <hello@senga.example>",
    )
    .default("Senga <hello@senga.example>"),
  KEEP_ORIGINALS: yesOrNo,
  VIDEO_QUOTA_GB: z.coerce.number().positive().default(50),
  SCHOOL_NAME: line(120),
  SCHOOL_ADDRESS: line(300),
  SCHOOL_TAX_ID: line(60),
  SUPPORT_EMAIL: z.email().default("support@senga.example"),
  SUPPORT_PHONE: z.string().trim().min(3).default("+1 212 555 0143"),
  NEWSLETTER_AUTOMATIC: yesOrNo,
  CAROUSEL_SLIDE: z.url({ protocol: /^https$/ }).optional(),
  ALLOW_AI_TRAINING: yesOrNo,
});
export type Environment = z.output<typeof environment>;

export const settingNames = Object.keys(environment.shape);

export function loadEnvFile(folder: string): void {
  const file = resolve(folder, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

export const readSettingsOn = (port: number): Settings =>
  readSettings({ ...process.env, PORT: String(port) });

export function readSettings(variables: Record<string, string | undefined> = process.env): Settings {
  // An empty value in a file or a compose manifest means "not set".
  const nonEmpty = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(nonEmpty);
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const env = parsed.data;
  const siteOrigin = env.ORIGIN ?? `http://localhost:${env.PORT}`;
  const isPublic = !isLoopback(env.HOST) || !isLoopback(new URL(siteOrigin).hostname);
  const usesSandboxes = !isPublic || env.SERVE_DEMO_TO_EVERYONE;

  const realServices = realServiceNames(env, isPublic);

  const problems = [
    ...incompleteGroups(env),
    ...(usesSandboxes ? [] : missingForPublicHost(env)),
    ...onlyForDemonstrations(env, realServices),
  ];
  if (problems.length > 0) throw new SettingsError(problems);

  const stripe = allOrNothing(env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY, env.STRIPE_WEBHOOK_SECRET);
  const google = allOrNothing(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  const school = allOrNothing(env.SCHOOL_NAME, env.SCHOOL_ADDRESS);
  const s3 = allOrNothing(
    env.S3_ENDPOINT,
    env.S3_REGION,
    env.S3_BUCKET,
    env.S3_ACCESS_KEY_ID,
    env.S3_SECRET_ACCESS_KEY,
  );
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
    postgres: env.DATABASE_URL
      ? {
          url: env.DATABASE_URL,
          directUrl: env.DATABASE_DIRECT_URL,
          replicaUrl: env.DATABASE_REPLICA_URL,
        }
      : undefined,
    processes: env.WEB_CONCURRENCY,
    runsJobs: env.RUN_JOBS !== "no",
    servesVisitors: env.RUN_JOBS !== "only",
    secret: env.SECRET,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    jobIntervalFactor: env.JOB_INTERVAL_FACTOR,
    logLevel: env.LOG_LEVEL,
    metricsPort: env.METRICS_PORT,
    // Demo accounts have a published password: never with a real service or on a public address.
    loadsDemoSchool: env.DEMO_SCHOOL && realServices.length === 0,
    realServices,
    identity: {
      issuer: env.IDENTITY_ISSUER ?? `${siteOrigin}/identity`,
      audience: env.IDENTITY_AUDIENCE ?? siteOrigin,
      jwksUrl: env.IDENTITY_JWKS_URL ?? `${internalOrigin}/identity/jwks`,
    },
    google: google && { clientId: google[0], clientSecret: google[1], issuer: env.GOOGLE_ISSUER },
    stripe: stripe && { secretKey: stripe[0], publishableKey: stripe[1], webhookSecret: stripe[2] },
    sandboxes: {
      stripeUrl: env.SANDBOX_STRIPE_URL,
      stripeWebhookUrl: env.SANDBOX_STRIPE_WEBHOOK_URL,
      smtpUrl: env.SANDBOX_SMTP_URL,
    },
    s3: s3 && {
      endpoint: s3[0],
      publicEndpoint: env.S3_PUBLIC_ENDPOINT,
      region: s3[1],
      bucket: s3[2],
      accessKeyId: s3[3],
      secretAccessKey: s3[4],
      inPath: env.S3_PATH_STYLE,
    },
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    keepsOriginals: env.KEEP_ORIGINALS,
    videoQuotaBytes: env.VIDEO_QUOTA_GB * 1024 ** 3,
    school: school && { name: school[0], address: school[1], taxId: env.SCHOOL_TAX_ID },
    supportEmail: env.SUPPORT_EMAIL,
    supportPhone: env.SUPPORT_PHONE,
    newsletterIsAutomatic: env.NEWSLETTER_AUTOMATIC,
    carouselSlide: env.CAROUSEL_SLIDE,
    allowsAiTraining: env.ALLOW_AI_TRAINING,
    usesSandboxes,
  };
}
