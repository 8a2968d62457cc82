import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SettingsError, readSettings, settingNames } from "../../src/settings/settings.ts";

const stripe = {
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};
const bucket = {
  S3_ENDPOINT: "https://s3.example",
  S3_REGION: "auto",
  S3_BUCKET: "pictures",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
};
const problems = (env: Record<string, string>): string => {
  try {
    readSettings(env);
    return "";
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
};

test("the defaults are loopback, sandboxes and the demo school", () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: "localhost",
    origin: "http://localhost:3000",
    isPublic: false,
    stripe: undefined,
    smtpUrl: undefined,
    allowsAiTraining: false,
    usesSandboxes: true,
    loadsDemoSchool: true,
  });
});

test(".env.example explains exactly the existing settings", () => {
  const lines = readFileSync(join(import.meta.dirname, "..", "..", ".env.example"), "utf8").split("\n");
  const named = lines.flatMap((line) => /^#?\s?([A-Z][A-Z0-9_]+)=/.exec(line)?.[1] ?? []);
  expect(named.toSorted()).toEqual(settingNames.toSorted());
  for (const [index, line] of lines.entries()) {
    if (/^#?\s?[A-Z][A-Z0-9_]+=/.test(line))
      expect(lines[index - 1], `the reason of ${line}`).toMatch(/^# \S|^[A-Z]/);
  }
});

describe("an incomplete or contradictory configuration is refused", () => {
  test.each([
    [
      "one Stripe key",
      { STRIPE_SECRET_KEY: "sk_test_1" },
      /STRIPE_SECRET_KEY without STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET/,
    ],
    ["a school's name without its address", { SCHOOL_NAME: "Inkwell" }, /SCHOOL_NAME without SCHOOL_ADDRESS/],
    ["a tax number without a name", { SCHOOL_TAX_ID: "US123" }, /SCHOOL_TAX_ID without SCHOOL_NAME/],
    [
      "an address in two lines",
      { SCHOOL_NAME: "Inkwell", SCHOOL_ADDRESS: "12 Nib Street\nNew York" },
      /SCHOOL_ADDRESS: Must be one line/,
    ],
    [
      "several processes without a server",
      { WEB_CONCURRENCY: "4" },
      /WEB_CONCURRENCY=4 without DATABASE_URL/,
    ],
    [
      "a replica of nothing",
      { DATABASE_REPLICA_URL: "postgres://localhost/senga" },
      /DATABASE_REPLICA_URL without DATABASE_URL/,
    ],
    ["nobody who runs jobs", { RUN_JOBS: "no" }, /RUN_JOBS=no without DATABASE_URL/],
    ["nobody who serves", { RUN_JOBS: "only" }, /RUN_JOBS=only without DATABASE_URL/],
    [
      "several that only work",
      { RUN_JOBS: "only", WEB_CONCURRENCY: "2", DATABASE_URL: "postgres://localhost/senga" },
      /RUN_JOBS=only with WEB_CONCURRENCY=2/,
    ],
    [
      "the pace of tests beside real mail",
      { JOB_INTERVAL_FACTOR: "0.1", SMTP_URL: "smtp://localhost" },
      /JOB_INTERVAL_FACTOR is for tests and the demo, and must not be set with SMTP_URL/,
    ],
    [
      "a shared payment sandbox beside real mail",
      { SANDBOX_STRIPE_URL: "http://10.0.0.5:3000", SMTP_URL: "smtp://localhost" },
      /SANDBOX_STRIPE_URL is for tests and the demo, and must not be set with SMTP_URL/,
    ],
    ["two Stripe keys", { ...stripe, STRIPE_WEBHOOK_SECRET: "" }, /without STRIPE_WEBHOOK_SECRET/],
    [
      "a live key beside a test key",
      { ...stripe, STRIPE_SECRET_KEY: "sk_live_1" },
      /one is a live key, the other a test key/,
    ],
    [
      "a live key alone, beside the sandbox",
      { STRIPE_SECRET_KEY: "sk_live_1" },
      /without STRIPE_PUBLISHABLE_KEY/,
    ],
    [
      "live keys beside sandboxes for everyone",
      {
        ...stripe,
        STRIPE_SECRET_KEY: "sk_live_1",
        STRIPE_PUBLISHABLE_KEY: "pk_live_1",
        SERVE_DEMO_TO_EVERYONE: "yes",
      },
      /sandboxes must not run with it/,
    ],
    ["half of Google", { GOOGLE_CLIENT_ID: "x" }, /GOOGLE_CLIENT_ID without GOOGLE_CLIENT_SECRET/],
    [
      "half of an identity provider",
      { IDENTITY_ISSUER: "https://id.example" },
      /IDENTITY_AUDIENCE and IDENTITY_JWKS_URL/,
    ],
    [
      "a bucket without its keys",
      { S3_ENDPOINT: "https://s3.example", S3_REGION: "auto", S3_BUCKET: "pictures" },
      /S3_BUCKET without S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/,
    ],
    [
      "films from a bucket that is none",
      { S3_PUBLIC_ENDPOINT: "https://s3.example" },
      /S3_PUBLIC_ENDPOINT without S3_ENDPOINT/,
    ],
    [
      "films without TLS on a site with it",
      { ...bucket, S3_PUBLIC_ENDPOINT: "http://s3.example", ORIGIN: "https://localhost" },
      /browsers would refuse the videos/,
    ],
    ["a bucket's name that is none", { S3_BUCKET: "My Pictures" }, /S3_BUCKET: A bucket name/],
    [
      "a public address without real services",
      { HOST: "0.0.0.0" },
      /needs STRIPE_SECRET_KEY.+SMTP_URL, SECRET/,
    ],
    ["a public origin without real services", { ORIGIN: "https://senga.example" }, /public address/],
    ["a port that is none", { PORT: "http" }, /PORT/],
    ["every proxy believed", { TRUST_PROXY: "yes" }, /TRUST_PROXY: Set the number of proxies in front \(1\)/],
    ["no proxy at all, as a number", { TRUST_PROXY: "0" }, /TRUST_PROXY/],
    ["a range that is none", { TRUST_PROXY: "10.0.0.0/40" }, /TRUST_PROXY/],
  ])("%s", (_, env, message) => {
    expect(problems(env)).toMatch(message);
  });
});

test("a public address needs real services or SERVE_DEMO_TO_EVERYONE", () => {
  const real = {
    ...stripe,
    SMTP_URL: "smtp://relay.example",
    SECRET: "x".repeat(32),
    HOST: "0.0.0.0",
    ORIGIN: "https://senga.example",
  };
  expect(readSettings(real)).toMatchObject({ isPublic: true, usesSandboxes: false, loadsDemoSchool: false });
  expect(readSettings({ HOST: "0.0.0.0", SERVE_DEMO_TO_EVERYONE: "yes" })).toMatchObject({
    usesSandboxes: true,
    loadsDemoSchool: true,
  });
});

test("trusted proxies are set by number or address", () => {
  expect(readSettings({}).trustProxy).toBe(false);
  expect(readSettings({ TRUST_PROXY: "no" }).trustProxy).toBe(false);
  expect(readSettings({ TRUST_PROXY: "2" }).trustProxy).toBe(2);
  expect(readSettings({ TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy).toEqual(["10.0.0.0/8", "::1"]);
});

test("pictures are stored in a bucket when it is fully configured", () => {
  expect(readSettings({}).s3).toBeUndefined();
  expect(readSettings(bucket).s3).toMatchObject({ bucket: "pictures", inPath: true });
  expect(readSettings({ ...bucket, S3_PATH_STYLE: "no" }).s3).toMatchObject({ inPath: false });
});

test("the demo school is not loaded beside a real service", () => {
  expect(readSettings(stripe)).toMatchObject({ loadsDemoSchool: false });
  for (const real of [
    { SMTP_URL: "smtp://relay.example" },
    { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" },
    {
      IDENTITY_ISSUER: "https://id.example",
      IDENTITY_AUDIENCE: "senga",
      IDENTITY_JWKS_URL: "https://id.example/keys",
    },
  ]) {
    expect(readSettings(real)).toMatchObject({
      loadsDemoSchool: false,
      realServices: [Object.keys(real)[0]],
    });
  }
  expect(readSettings({})).toMatchObject({ loadsDemoSchool: true, realServices: [] });
});
