import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "./free-port.ts";

const root = resolve(import.meta.dirname, "..");
let folder: string;
const running: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "senga-start-"));
});
afterEach(async () => {
  for (const child of running.splice(0)) await ended(child, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly said: () => string;
}

/** Starts the server as an operator does, but for the pages, which need no build here. */
async function start(env: Record<string, string> = {}): Promise<Started> {
  const port = await freePort();
  const script = "import { startServer } from './src/server.ts'; await startServer(async () => undefined);";
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script],
    {
      cwd: root,
      env: { PATH: process.env["PATH"], PORT: String(port), DATA_DIR: folder, ...env },
    },
  );
  running.push(child);
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return { child, said: () => said };
}

function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((done) => {
    child.once("exit", done);
    if (signal) child.kill(signal);
  });
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
  expect(await ended(second.child)).toBe(1);
  expect(second.said()).toContain("is in use by another Senga process");

  // The folder outlives a kill, and is free at once.
  await ended(first.child, "SIGKILL");
  const third = await start();
  await expect.poll(third.said, { timeout: 30_000 }).toContain("Demo accounts");
  expect(await ended(third.child, "SIGTERM")).toBe(0);
});

test("half a configuration is told in sentences, without a stack", async () => {
  const { child, said } = await start({ STRIPE_SECRET_KEY: "sk_test_1" });
  expect(await ended(child)).toBe(1);
  expect(said()).toContain("STRIPE_SECRET_KEY without STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET");
  expect(said()).not.toMatch(/\n\s+at /);
});
