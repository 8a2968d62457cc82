import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { copyDemoSchool } from "../../support/demo-template.ts";
import { copyDemoDatabase } from "./demo-database.ts";

/** The production build with a separate port and data folder, and the demo school. */
export interface Site {
  readonly origin: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const root = resolve(import.meta.dirname, "..", "..", "..");

/**
 * `settings` are environment variables. Those that name no place get a copy of the demo school. Stopping fails if the
 * site wrote to stderr.
 */
export async function startSite(settings: Readonly<Record<string, string>> = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), "senga-journey-"));
  const isEmpty = settings["DATABASE_URL"] === undefined && settings["DATA_DIR"] === undefined;
  if (isEmpty && settings["DEMO_SCHOOL"] !== "no") await copyDemoSchool(folder);
  const secret = "a secret of thirty-two characters or more";
  const server = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--enable-source-maps", "build/node/start.js"],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: "production",
        NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled-for-tests"),
        PORT: "0",
        DATA_DIR: folder,
        SECRET: secret,
        RATE_LIMIT_FACTOR: "1000",
        JOB_INTERVAL_FACTOR: "0.5",
        LOG_LEVEL: "error",
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let noise = "";
  server.stderr.on("data", (chunk: Buffer) => (noise += chunk.toString()));
  const origin = await untilOpen(server, () => noise);
  return {
    origin,
    pid: server.pid ?? 0,
    stop: async () => {
      const gone = new Promise((done) => server.once("close", done));
      server.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
      if (noise) throw new Error(`the site wrote to stderr: ${noise}`);
    },
  };
}

/** With a database of its own on the test server, which works half as hard as the embedded one; without a server on that. */
export async function startSiteOnServer(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), "senga-journey-"));
  const database = await copyDemoDatabase(folder);
  const drop = async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true });
    await database?.drop();
  };
  try {
    const site = await startSite(database && { DATABASE_URL: database.url, DATA_DIR: folder });
    return { ...site, stop: () => site.stop().finally(drop) };
  } catch (error) {
    await drop();
    throw error;
  }
}

function untilOpen(server: ChildProcess, noise: () => string): Promise<string> {
  return new Promise((done, failed) => {
    let said = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const [, origin] = /^Senga is open at (\S+)\n/m.exec(said) ?? [];
      if (origin) done(origin);
    });
    server.once("close", (code) => failed(new Error(`the site ended with ${code}: ${said}${noise()}`)));
  });
}
