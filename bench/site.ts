import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** Undefined: PGlite. */
export const databaseServer = process.env["TEST_DATABASE_URL"];
const port = Number(process.env["PORT"] ?? 3210);

export interface MeasuredSite {
  readonly origin: string;
  readonly pid: number;
}

export type SiteSettings = Readonly<Record<string, string>> & { readonly DATA_DIR: string };

export async function withFolder(work: (settings: SiteSettings) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "senga-bench-"));
  try {
    await work({ PORT: String(port), DATA_DIR: folder, RATE_LIMIT_FACTOR: "1000" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function withSite(
  settings: SiteSettings,
  work: (site: MeasuredSite) => Promise<void>,
): Promise<void> {
  const server = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "..", "scripts", "start.ts")],
    { env: { PATH: process.env["PATH"], ...settings }, stdio: ["ignore", "ignore", "inherit"] },
  );
  const site = { origin: `http://localhost:${port}`, pid: server.pid ?? 0 };
  try {
    await ready(server, site.origin);
    await work(site);
  } finally {
    const ended = new Promise((done) => server.once("exit", done));
    if (server.exitCode === null) {
      server.kill();
      await ended;
    }
  }
}

export async function withDatabase(work: (settings: Record<string, string>) => Promise<void>): Promise<void> {
  if (!databaseServer) return work({});
  const name = `senga_bench_${process.pid}`;
  const client = new pg.Client({ connectionString: databaseServer });
  await client.connect();
  await client.query(`create database ${name}`);
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
  for (let tries = 0; tries < 240; tries += 1) {
    if (server.exitCode !== null) break;
    const answer = await fetch(`${origin}/api/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await seconds(0.25);
  }
  throw new Error("the server did not start");
}

export const seconds = (count: number) => new Promise((done) => setTimeout(done, count * 1000));

export function summary(took: readonly number[]): readonly [p50: number, p95: number, most: number] {
  const sorted = took.toSorted((a, b) => a - b);
  const percentile = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return [percentile(0.5), percentile(0.95), sorted.at(-1) ?? 0];
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
