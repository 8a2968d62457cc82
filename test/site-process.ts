import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { freePort } from "./free-port.ts";

const root = resolve(import.meta.dirname, "..");

export interface SiteProcess {
  readonly child: ChildProcess;
  /** Everything it has written so far. */
  readonly said: () => string;
  /** Its exit code, once it has ended and all that it wrote is read; null after a kill. */
  readonly ended: Promise<number | null>;
}

/** Runs Node on the project, with nothing but these settings in its environment. */
export function runNode(args: readonly string[], env: Record<string, string>): SiteProcess {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      // What one process has compiled the next one need not.
      NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled-for-tests"),
      ...env,
    },
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once("close", done));
  return { child, said: () => said, ended };
}

/** Starts the server as an operator does, but for the pages, which need no build here. */
export async function startSite(env: Record<string, string>): Promise<SiteProcess & { origin: string }> {
  const port = await freePort();
  const script = "import { startServer } from './src/server.ts'; await startServer(async () => undefined);";
  const site = runNode(["--input-type=module", "-e", script], { PORT: String(port), ...env });
  return { ...site, origin: `http://localhost:${port}` };
}

/** Ends the process. Returns its exit code; null after a kill. */
export function end({ child, ended }: SiteProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  return ended;
}
