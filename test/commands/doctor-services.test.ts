import { once } from "node:events";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { main } from "../../scripts/doctor.ts";
import { checkMail } from "../../scripts/doctor/mail.ts";
import { checkStorage } from "../../scripts/doctor/storage.ts";
import { checkStripe } from "../../scripts/doctor/stripe.ts";
import { readSettings } from "../../src/settings/settings.ts";
import { useBucket } from "../support/bucket.ts";
import { corsFor } from "../support/s3-server.ts";
import { runMain } from "../support/commands.ts";
import { usePlaces } from "../support/places.ts";

const { newFolder } = usePlaces();

/** Nobody listens there. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("names every service that is away, and no secret", async () => {
  const port = await freePort();
  const { code, output } = await runMain(main, [], {
    ...newFolder("empty"),
    DATABASE_URL: `postgres://senga:hidden-1@127.0.0.1:${port}/senga`,
    SMTP_URL: `smtp://senga:hidden-2@127.0.0.1:${port}`,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_REGION: "local",
    S3_BUCKET: "pictures",
    S3_ACCESS_KEY_ID: "hidden-3",
    S3_SECRET_ACCESS_KEY: "hidden-4",
    GOOGLE_CLIENT_ID: "hidden-5",
    GOOGLE_CLIENT_SECRET: "hidden-6",
    GOOGLE_ISSUER: `http://127.0.0.1:${port}`,
    SECRET: "hidden-7".repeat(5),
    ORIGIN: `https://localhost:${port}`,
  });
  expect(code).toBe(1);
  expect(output).not.toContain("hidden");
  for (const about of ["database", "pictures", "mail", "Google"])
    expect(output).toMatch(new RegExp(`WRONG +${about} +.*\\(\\w+\\)`));
  for (const name of ["SUPPORT_EMAIL", "SUPPORT_PHONE", "MAIL_FROM"])
    expect(output).toMatch(new RegExp(`look +mail +${name} is still the demo's`));
  expect(output).toMatch(/look +address +https:\/\/localhost:\d+ does not answer \(ECONNREFUSED\)/);
  // Nobody has seen its certificate.
  expect(output).not.toContain("TLS");
  expect(output).toContain("4 things are wrong.");
});

test("a school's own contacts are fine", async () => {
  const settings = readSettings({
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    SUPPORT_EMAIL: "help@school.example",
    SUPPORT_PHONE: "+44 20 7946 0001",
    MAIL_FROM: "Inkwell <hello@school.example>",
  });
  expect(await checkMail(settings)).toMatchObject([{ about: "mail", state: "wrong" }]);
});

describe("a bucket that films come from", () => {
  const corsRule = corsFor("http://localhost:3000");
  const buckets = {
    "is set up": useBucket({ corsRule }),
    "has no CORS rule": useBucket(),
    "checks no signatures": useBucket({ corsRule, ignoresSignatures: true }),
    "is elsewhere": useBucket({ corsRule }),
  } as const;
  test.each([
    ["is set up", {}, "fine", /returns what was signed, and no more/],
    ["has no CORS rule", {}, "wrong", /does not let pages of http:\/\/localhost:3000 read/],
    [
      "has no CORS rule",
      { ORIGIN: "http://localhost:4000" },
      "wrong",
      /does not let pages of http:\/\/localhost:4000/,
    ],
    ["checks no signatures", {}, "look", /returns more of a file than was signed/],
    ["is elsewhere", { S3_PUBLIC_ENDPOINT: "http://localhost:1" }, "wrong", /does not answer/],
  ] as const)("and %s", async (kind, overrides, state, says) => {
    const env = buckets[kind].env();
    const settings = readSettings({ ...env, S3_PUBLIC_ENDPOINT: env["S3_ENDPOINT"], ...overrides });
    const [pictures, films] = await checkStorage(settings);
    expect(pictures).toMatchObject({ about: "pictures", state: "fine" });
    expect(films).toMatchObject({ about: "videos", state, says: expect.stringMatching(says) });
    expect(JSON.stringify(films)).not.toContain("Signature");
  });
});

describe("Stripe", () => {
  const origin = "https://school.example";
  const stripe = { secretKey: "sk_test_good", publishableKey: "pk_test_1", webhookSecret: "whsec_1" };
  let endpoints: { url: string; status: string; enabled_events: string[] }[] = [];
  let late = 0;
  let server: Server;
  let apiUrl: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader("content-type", "application/json");
      response.setHeader("date", new Date(Date.now() - late).toUTCString());
      const isKnown = request.headers.authorization === "Bearer sk_test_good";
      if (!isKnown) response.statusCode = 401;
      const answer = !isKnown
        ? { error: { type: "invalid_request_error", message: "Invalid API Key provided: sk_test_bad" } }
        : request.url?.startsWith("/v1/balance")
          ? { object: "balance", livemode: false, available: [], pending: [] }
          : {
              object: "list",
              data: endpoints.map((each, id) => ({ id: `we_${id}`, ...each })),
              has_more: false,
            };
      response.end(JSON.stringify(answer));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    late = 0;
  });

  const url = `${origin}/api/stripe/webhook`;
  const check = () => checkStripe({ stripe, origin }, apiUrl);

  test.each([
    ["gets every event", [{ url, status: "enabled", enabled_events: ["*"] }], "fine"],
    ["is not there", [{ url: `${url}s`, status: "enabled", enabled_events: ["*"] }], "wrong"],
    ["is disabled", [{ url, status: "disabled", enabled_events: ["*"] }], "wrong"],
    ["lacks events", [{ url, status: "enabled", enabled_events: ["payment_intent.succeeded"] }], "wrong"],
  ])("a webhook that %s", async (_, found, state) => {
    endpoints = found;
    expect(await check()).toMatchObject([
      { about: "payments", state: "fine", says: "Stripe accepts the key (test mode)" },
      { about: "clock", state: "fine" },
      { about: "webhook", state },
    ]);
  });

  test("a clock that is ahead", async () => {
    late = 30_000;
    expect((await check())[1]).toMatchObject({
      state: "look",
      says: expect.stringMatching(/is (29|3\d) seconds ahead of/),
    });
  });

  test("a key that it does not know is not repeated", async () => {
    const findings = await checkStripe({ stripe: { ...stripe, secretKey: "sk_test_bad" }, origin }, apiUrl);
    expect(findings).toMatchObject([
      { state: "wrong", says: expect.stringContaining("StripeAuthenticationError") },
    ]);
    expect(JSON.stringify(findings)).not.toContain("sk_test_bad");
  });
});
