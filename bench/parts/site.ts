import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { childrenOf } from "./processes.ts";

/** Undefined: PGlite. */
export const databaseServer = process.env["TEST_DATABASE_URL"];
export const port = Number(process.env["PORT"] ?? 3210);

export interface MeasuredSite {
  readonly origin: string;
  readonly pid: number;
}
interface RunningSite extends MeasuredSite {
  readonly end: (signal?: NodeJS.Signals) => Promise<void>;
}

export type SiteSettings = Readonly<Record<string, string>> & { readonly DATA_DIR: string };

export async function withFolder(work: (settings: SiteSettings) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "senga-bench-"));
  try {
    await work({ PORT: String(port), DATA_DIR: folder, RATE_LIMIT_FACTOR: "100000" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs what `npm start` runs, and waits until it answers. `root` holds the product, by default this one. */
export async function startSite(
  settings: SiteSettings,
  root = resolve(import.meta.dirname, "..", ".."),
): Promise<RunningSite> {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const [program = "", ...args] = scripts.start.split(" ");
  const launcher = spawn(program, args, {
    cwd: root,
    env: { PATH: process.env["PATH"], ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((done) => launcher.once("exit", done));
  const origin = `http://localhost:${settings["PORT"] ?? port}`;
  try {
    await ready(launcher, origin);
  } catch (error) {
    launcher.kill();
    await ended;
    throw error;
  }
  const [pid = 0] = childrenOf(launcher.pid ?? 0);
  const end = async (signal: NodeJS.Signals = "SIGTERM"): Promise<void> => {
    process.kill(pid, signal);
    await ended;
  };
  return { origin, pid, end };
}

export async function withSite(
  settings: SiteSettings,
  work: (site: MeasuredSite) => Promise<void>,
): Promise<void> {
  const site = await startSite(settings);
  try {
    await work(site);
  } finally {
    await site.end();
  }
}

/** `template`: the name of a database that nobody is connected to, which is copied. */
export async function withDatabase(
  work: (settings: Record<string, string>) => Promise<void>,
  template = "template1",
): Promise<void> {
  if (!databaseServer) return work({});
  const name = `senga_bench_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: databaseServer });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  try {
    const url = new URL(databaseServer);
    url.pathname = `/${name}`;
    await work({ DATABASE_URL: url.href });
  } finally {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  }
}

async function ready(server: ChildProcess, origin: string): Promise<void> {
  const patience = performance.now() + 60_000;
  while (performance.now() < patience && server.exitCode === null) {
    const answer = await fetch(`${origin}/api/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await seconds(0.01);
  }
  throw new Error("the server did not start");
}

export const seconds = (count: number) => new Promise((done) => setTimeout(done, count * 1000));
