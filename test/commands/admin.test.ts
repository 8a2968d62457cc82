/** @databases both */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isPostgres } from "../support/database.ts";
import { asDemo } from "../journeys/support/school.ts";
import { onServer } from "../support/on-server.ts";
import { type SiteProcess, end, runNode, startSite } from "../support/site-process.ts";

const server = process.env["SENGA_TEST_SERVER"] ?? "";
let folder: string;
let running: SiteProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "senga-admin-"));
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<{ origin: string }> {
  const site = startSite({ DATA_DIR: folder, ...env });
  running = site;
  const origin = await site.untilOpen();
  expect(site.said()).toContain("Demo accounts");
  return { origin };
}

async function stop(): Promise<void> {
  const site = running;
  running = undefined;
  if (site) await end(site, "SIGTERM");
}

async function command(words: readonly string[], env: Record<string, string> = {}) {
  const { ended, said } = runNode(["build/node/admin.js", ...words], { DATA_DIR: folder, ...env });
  const code = await ended;
  return { code, said: said() };
}

const latest = async (origin: string) =>
  ((await asDemo({ origin }, "admin@senga.example", "GET", "/admin/audit?kind=role-changed")) as object[])[0];
const recorded = {
  by: { _id: null, name: "command line" },
  about: { name: "Ada Winter" },
  before: "student",
  after: "admin",
};

test("shows its usage, and needs an existing account", async () => {
  expect(await command([])).toMatchObject({ code: 2, said: expect.stringContaining("npm run admin --") });
  expect(await command(["ada"])).toMatchObject({ code: 2 });
  expect(await command(["ada@senga.example"])).toMatchObject({
    code: 1,
    said: expect.stringContaining("There are no accounts yet"),
  });
});

test.skipIf(isPostgres)(
  "makes an admin in the embedded database while the site is stopped",
  async () => {
    await start();
    const busy = await command(["ada@senga.example"]);
    expect(busy).toMatchObject({ code: 1, said: expect.stringContaining("Senga is running on") });
    expect(busy.said).not.toMatch(/\n\s+at /);
    await stop();
    const unknown = await command(["nobody@senga.example"]);
    expect(unknown).toMatchObject({ code: 1, said: expect.stringContaining("There is no account") });
    expect(unknown.said).not.toMatch(/\n\s+at /);
    expect(await command(["Ada@senga.example"])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Ada Winter .+ is an admin now/),
    });
    expect(await command(["ada@senga.example"])).toMatchObject({
      code: 0,
      said: expect.stringContaining("is an admin already"),
    });
    expect(await command(["rotate-certificate-key"])).toMatchObject({
      code: 0,
      said: expect.stringContaining("the next certificate makes one"),
    });
    expect(await command(["strike-certificate-key", "z6MkUnknown"])).toMatchObject({
      code: 1,
      said: expect.stringContaining("No key does yet"),
    });
    const { origin } = await start();
    expect(await latest(origin)).toMatchObject(recorded);
    expect(await asDemo({ origin }, "ada@senga.example", "GET", "/admin/payments")).toHaveProperty("revenue");
  },
  300_000,
);

test.runIf(isPostgres)(
  "makes an admin on a PostgreSQL server while the site runs",
  async () => {
    const name = `senga_test_admin_${process.pid}`;
    await onServer(server, `create database ${name}`);
    try {
      const url = new URL(server);
      url.pathname = `/${name}`;
      const env = { DATABASE_URL: url.href };
      expect(await command(["ada@senga.example"], env)).toMatchObject({
        code: 1,
        said: expect.stringContaining("There are no accounts yet"),
      });
      const { origin } = await start(env);
      expect(await command(["ada@senga.example"], env)).toMatchObject({ code: 0 });
      expect(await latest(origin)).toMatchObject(recorded);
      expect(await asDemo({ origin }, "ada@senga.example", "GET", "/admin/payments")).toHaveProperty(
        "revenue",
      );
      await stop();
      expect(
        await command(["ada@senga.example"], { DATABASE_URL: "postgres://x@127.0.0.1:1/x" }),
      ).toMatchObject({
        code: 1,
        said: expect.stringContaining("does not answer"),
      });
    } finally {
      await stop();
      await onServer(server, `drop database ${name} with (force)`);
    }
  },
  300_000,
);
