import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { main as doctor } from "../../scripts/doctor.ts";
import { root } from "../../src/platform/root.ts";
import { runMain } from "../support/commands.ts";
import { copyDemoSchool } from "../support/demo-template.ts";
import { isPostgres } from "../support/database.ts";
import { usePlaces } from "../support/places.ts";
import { type SiteProcess, type StartingSite, end, startSite } from "../support/site-process.ts";
import { useRelays } from "../support/smtp-relay.ts";

const openRelay = useRelays();
const { newFolder, newPlace } = usePlaces();
const running: SiteProcess[] = [];
/** Milliseconds; a busy machine needs the time. */
const patient = { timeout: 90_000 };

afterEach(async () => {
  await Promise.all(running.splice(0).map((site) => end(site, "SIGKILL")));
});

function start(env: Record<string, string>): StartingSite {
  const site = startSite(env);
  running.push(site);
  return site;
}

test("a site starts once per data folder, restarts after a kill and stops on SIGTERM", async () => {
  const place = newFolder("school");
  await copyDemoSchool(place.DATA_DIR);
  const first = start(place);
  await first.untilOpen();
  expect(first.said()).toMatch(/Senga is open at http:\/\/localhost:\d+/);
  expect(first.said()).toMatch(/student@senga.example[\s\S]+admin@senga.example/);
  expect(first.said()).toMatch(/database +PGlite[\s\S]+payments +local sandbox[\s\S]+mail +local mailbox/);

  // The first process locks the data folder.
  const second = start(place);
  expect(await second.ended).toBe(1);
  expect(second.said()).toContain("is in use by another Senga process");

  // A kill releases the lock at once.
  await end(first, "SIGKILL");
  const third = start(place);
  await third.untilOpen();
  expect(third.said()).toContain("Demo accounts");
  // As from `systemctl reload`, which several processes would answer with a rolling restart.
  third.child.kill("SIGHUP");
  expect(await end(third, "SIGTERM")).toBe(0);
});

test.runIf(isPostgres)("processes of several machines need one secret, and one may work only", async () => {
  const { DATABASE_URL = "", ...folder } = await newPlace("first");
  const shared = { DATABASE_URL, DEMO_SCHOOL: "no" };
  const [SECRET, otherSecret] = ["one secret ".repeat(3), "another secret ".repeat(3)];
  const first = start({ ...shared, ...folder, SECRET });
  await first.untilOpen();

  const settings = { ...shared, ...newFolder("second"), SECRET: otherSecret };
  const second = start(settings);
  expect(await second.ended).toBe(1);
  expect(second.said()).toContain("Another process of this site runs with a different SECRET");
  expect(second.said()).not.toMatch(/\n\s+at /);
  const { code, output } = await runMain(doctor, [], settings);
  expect(code).toBe(1);
  for (const what of ["the secret", "the uploads folder", "the store for pictures and videos"])
    expect(output).toMatch(new RegExp(`WRONG +sharing +${what} differs from another running process`));
  expect((await runMain(doctor, [], { ...shared, ...folder, SECRET })).output).toMatch(/ok +sharing/);

  const worker = start({ ...shared, ...newFolder("worker"), SECRET, RUN_JOBS: "only" });
  const address = () => /Senga is running jobs; check (\S+)\/api\/ready/.exec(worker.said())?.[1];
  const origin = await vi.waitUntil(address, patient);
  expect(worker.said()).toContain("Another process of this site uses a different DATA_DIR/uploads");
  const statusOf = async (path: string) => (await fetch(origin + path)).status;
  for (const path of ["/api/health", "/api/ready"]) expect(await statusOf(path)).toBe(200);
  for (const path of ["/", "/api/approvedClasses", "/identity/jwks"]) expect(await statusOf(path)).toBe(404);
  expect(await end(worker, "SIGTERM")).toBe(0);
  expect(statSync(folder.DATA_DIR).mode & 0o777, "nobody else reads it").toBe(0o700);

  // The secret is changed while all are stopped.
  expect(await end(first, "SIGTERM")).toBe(0);
  await start(settings).untilOpen();
});

test("an incomplete configuration ends with a message, without a stack trace", async () => {
  const { ended, said } = start({ ...newFolder("school"), STRIPE_SECRET_KEY: "sk_test_1" });
  expect(await ended).toBe(1);
  expect(said()).toContain("STRIPE_SECRET_KEY without STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET");
  expect(said()).not.toMatch(/\n\s+at /);
});

test("an unexpected failure shows where in the sources it happened", async () => {
  const place = await newPlace("school");
  mkdirSync(join(place.DATA_DIR, "secret"), { recursive: true });
  const { ended, said } = start(place);
  expect(await ended).toBe(1);
  expect(said()).toMatch(/\n\s+at .*src\/platform\/secrets\.ts:\d+/);
});

test("a start that the operator can mend fails with a sentence", async () => {
  const place = await newPlace("school");
  const url = new URL(process.env["SENGA_TEST_SERVER"] ?? "postgres://localhost/none");
  const withUrl = (change: (changed: URL) => void) => {
    const changed = new URL(url);
    change(changed);
    return { ...place, DATABASE_URL: changed.href };
  };
  const wrong: [Record<string, string>, RegExp][] = [
    [{ DATA_DIR: join(root, "package.json") }, /^The data folder .*package\.json can't be used/],
    [{ ...place, MAIL_FROM: "Senga" }, /MAIL_FROM: Must look like Senga <hello@senga\.example>/],
    ...(isPostgres
      ? ([
          [withUrl((at) => (at.pathname = "/no_such_database")), /^The database in DATABASE_URL does not/],
          [
            withUrl((at) => (at.username = "no_such_role")),
            /^The database server does not accept the account/,
          ],
          [
            withUrl((at) => at.searchParams.set("options", "-c default_transaction_read_only=on")),
            /^The database in DATABASE_URL is read-only/,
          ],
        ] as [Record<string, string>, RegExp][])
      : []),
  ];
  const starts = wrong.map(([env, sentence]) => ({ ...start(env), sentence }));
  for (const { ended, said, sentence } of starts) {
    expect(await ended).toBe(1);
    expect(said()).toMatch(sentence);
    expect(said()).not.toMatch(/\n\s+at /);
  }
});

test("a stop does not wait for a mail relay that stalls", async () => {
  const relay = await openRelay({ "RCPT TO": undefined });
  const site = start({ ...(await newPlace("school")), SMTP_URL: relay.url });
  const origin = await site.untilOpen();
  const subscribed = await fetch(`${origin}/api/newsletter`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ada", email: "ada@example.org" }),
  });
  expect(subscribed.status).toBe(200);
  await expect.poll(() => relay.heard.join(), patient).toContain("RCPT TO");
  const before = performance.now();
  site.child.kill("SIGTERM");
  const answers = () =>
    fetch(origin).then(
      () => true,
      () => false,
    );
  await expect.poll(answers, patient).toBe(false);
  // From a supervisor, where systemd has sent one already.
  expect(await end(site, "SIGTERM")).toBe(0);
  expect(performance.now() - before).toBeLessThan(60_000);
  expect(site.said()).not.toContain("ada@example.org");
  expect(site.said()).toMatch(/SUPPORT_EMAIL is still the demo's[\s\S]+MAIL_FROM is still the demo's/);
});

test("the launcher installs nothing under a site, nor what npm has installed already", () => {
  const folder = mkdtempSync(join(tmpdir(), "senga-launcher-"));
  try {
    for (const path of [
      "package.json",
      "package-lock.json",
      "scripts/launch.mjs",
      "node_modules/.package-lock.json",
    ])
      cpSync(join(root, path), join(folder, path));
    mkdirSync(join(folder, "build", "node"), { recursive: true });
    // Instead of the build's and the command's own.
    writeFileSync(join(folder, "scripts", "build.ts"), "");
    writeFileSync(join(folder, "build", "node", "doctor.js"), "console.log('examined')");
    const run = (): string => {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [join(folder, "scripts", "launch.mjs"), "build/node/doctor.js"],
        { encoding: "utf8", env: { PATH: "" } },
      );
      return stdout + stderr;
    };
    expect(run()).toBe("examined\n");
    const lock = join(folder, "package-lock.json");
    writeFileSync(
      lock,
      readFileSync(lock, "utf8").replace(/("node_modules\/fastify": \{\s+"version": ")/, "$19"),
    );
    expect(run()).toMatch(/^node_modules doesn't match this version.*\n$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a command beside a site leaves its build alone, any other builds the pages too", () => {
  const folder = mkdtempSync(join(tmpdir(), "senga-build-"));
  try {
    cpSync(join(root, "scripts", "build.ts"), join(folder, "scripts", "build.ts"));
    mkdirSync(join(folder, "build", "node"), { recursive: true });
    writeFileSync(join(folder, "build", ".pages"), "of other sources");
    writeFileSync(join(folder, "build", "node", "doctor.js"), "");
    const build = (...words: string[]) =>
      spawnSync(process.execPath, [join(folder, "scripts", "build.ts"), ...words], { encoding: "utf8" });
    expect(build("doctor", "beside")).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("this is the site's version"),
    });
    // There is nothing to build from.
    expect(build("backup", "beside")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("Building the server"),
    });
    // A supervisor may start build/node/start.js afterwards, which serves these pages.
    for (const program of ["start", "upgrade", "restore", "remove-demo"])
      expect(build(program), program).toMatchObject({
        status: 1,
        stdout: expect.stringContaining("Building the pages"),
      });
    // What a failed build left may be of two versions: going back to the version before builds, too.
    expect(existsSync(join(folder, "build", ".pages"))).toBe(false);
    expect(build("doctor", "beside").stderr).toContain("this is the site's version");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
