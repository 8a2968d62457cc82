import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type SiteProcess, end, startSite } from "./site-process.ts";

let folder: string;
const running: SiteProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "senga-start-"));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((site) => end(site, "SIGKILL")));
  rmSync(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<SiteProcess> {
  const site = await startSite({ DATA_DIR: folder, ...env });
  running.push(site);
  return site;
}

test("from the first start to the end of the process", async () => {
  const first = await start();
  await expect.poll(first.said, { timeout: 30_000 }).toContain("pictures");
  expect(first.said()).toMatch(/Senga is open at http:\/\/localhost:\d+/);
  expect(first.said()).toMatch(/student@senga.example[\s\S]+admin@senga.example/);
  expect(first.said()).toMatch(
    /database +PGlite[\s\S]+payments +sandbox \(stand-in\)[\s\S]+mail +local mailbox/,
  );

  // Another process keeps off the folder.
  const second = await start();
  expect(await second.ended).toBe(1);
  expect(second.said()).toContain("is in use by another Senga process");

  // The folder outlives a kill, and is free at once.
  await end(first, "SIGKILL");
  const third = await start();
  await expect.poll(third.said, { timeout: 30_000 }).toContain("Demo accounts");
  expect(await end(third, "SIGTERM")).toBe(0);
});

test("half a configuration is told in sentences, without a stack", async () => {
  const { ended, said } = await start({ STRIPE_SECRET_KEY: "sk_test_1" });
  expect(await ended).toBe(1);
  expect(said()).toContain("STRIPE_SECRET_KEY without STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET");
  expect(said()).not.toMatch(/\n\s+at /);
});
