import cluster from "node:cluster";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { freePorts } from "../test/support/free-ports.ts";
import { superviseProcesses } from "./processes.ts";
import type { Settings } from "./settings/settings.ts";

const folder = mkdtempSync(join(tmpdir(), "senga-processes-"));
const { execPath } = process;
const host = "127.0.0.1";
const patient = { timeout: 30_000 };

afterEach(() => {
  process.execPath = execPath;
  rmSync(folder, { recursive: true });
});

const server = `
  import { createServer } from "node:http";
  createServer((_, response) => response.end()).listen(process.env.PORT, "${host}");
  process.on("SIGTERM", () => process.exit(0));
`;

test("a process that cannot be started ends neither the supervisor nor the others, and is tried again", async () => {
  const exec = join(folder, "server.mjs");
  writeFileSync(exec, server);
  cluster.setupPrimary({ exec, args: [], execArgv: [] });
  const [port] = await freePorts(1);
  const before = process.listeners("SIGTERM");
  const settings = { processes: 2, host, port, runsJobs: false, logLevel: "silent" } as Settings;
  const supervised = superviseProcesses(settings);
  const running = () => Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
  const answers = async () => (await fetch(`http://${host}:${port}/`).catch(() => undefined))?.status;
  await expect.poll(() => running().length, patient).toBe(2);
  await expect.poll(answers, patient).toBe(200);

  let forks = 0;
  cluster.on("fork", () => (forks += 1));
  process.execPath = "/nope";
  running()[1]?.process.kill("SIGKILL");
  await expect.poll(() => forks, patient).toBe(2);
  expect(await answers()).toBe(200);
  process.execPath = execPath;
  await expect.poll(() => forks, patient).toBe(3);
  await expect.poll(() => running().length, patient).toBe(2);

  for (const stop of process.listeners("SIGTERM")) if (!before.includes(stop)) stop("SIGTERM");
  await supervised;
}, 120_000);
