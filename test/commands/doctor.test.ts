/** @databases both */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { once } from "node:events";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkStripe } from "../../scripts/doctor/stripe.ts";
import { isPostgres } from "../support/database.ts";
import { type SiteProcess, end, runNode, startSite } from "../support/site-process.ts";

let folder: string;
let running: SiteProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "senga-doctor-"));
});
afterEach(async () => {
  const site = running;
  running = undefined;
  if (site) await end(site, "SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

/** Nobody listens there. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function command(env: Record<string, string> = {}, words: readonly string[] = []) {
  const { ended, said } = runNode(["build/node/doctor.js", ...words], { DATA_DIR: folder, ...env });
  const code = await ended;
  return { code, said: said() };
}

test("shows its usage, and what the settings lack", async () => {
  expect(await command({}, ["--fix"])).toEqual({ code: 2, said: "Call it so: npm run doctor\n" });
  const { code, said } = await command({ STRIPE_SECRET_KEY: "sk_test_1" });
  expect(code).toBe(1);
  expect(said).toContain("STRIPE_SECRET_KEY without STRIPE_PUBLISHABLE_KEY");
});

test.skipIf(isPostgres)(
  "finds nothing wrong with a site that runs, and leaves nothing behind",
  async () => {
    const site = startSite({ DATA_DIR: folder });
    running = site;
    const origin = await site.untilOpen();
    const { code, said } = await command({ PORT: new URL(origin).port });
    expect(said).toContain("Nothing is wrong.");
    expect(code).toBe(0);
    expect(said).toMatch(/ok +database +PGlite, in use by the site/);
    expect(said).toMatch(/ok +address +http:\/\/localhost:\d+ answers, and is ready/);
    expect(said).toMatch(/ok +pictures +.+ takes files, gives parts of them, and removes them/);
    expect(readdirSync(join(folder, "pictures")).join(" ")).not.toContain("doctor");
  },
  60_000,
);

test("names every service that is away, and no secret", async () => {
  const port = await freePort();
  const { code, said } = await command({
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
  expect(said).not.toContain("hidden");
  for (const about of ["database", "pictures", "mail", "Google", "TLS"])
    expect(said).toMatch(new RegExp(`WRONG +${about} +.*\\(\\w+\\)`));
  expect(said).toMatch(/look +address +https:\/\/localhost:\d+ does not answer \(ECONNREFUSED\)/);
  expect(said).toContain("5 things are wrong.");
}, 60_000);

test.runIf(isPostgres)("looks at the version, the clock and the migrations of a server", async () => {
  const { said } = await command({ DATABASE_URL: process.env["SENGA_TEST_SERVER"] ?? "" });
  expect(said).toMatch(/ok +database +PostgreSQL \d+/);
  expect(said).toMatch(/ok +clock +agrees with the database's/);
  expect(said).toMatch(/ok +migrations +\d+ to do, by the next start/);
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
      { about: "payments", state: "fine", says: "Stripe knows the key (test mode)" },
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
