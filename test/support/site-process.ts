import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..", "..");

export interface SiteProcess {
  readonly child: ChildProcess;
  readonly said: () => string;
  /** Null after a kill. */
  readonly ended: Promise<number | null>;
}

/** Inherits no environment. */
export function runNode(args: readonly string[], env: Record<string, string>): SiteProcess {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--enable-source-maps", ...args],
    {
      cwd: root,
      env: {
        PATH: process.env["PATH"],
        // Later processes reuse compiled code.
        NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled-for-tests"),
        ...env,
      },
    },
  );
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once("close", done));
  return { child, said: () => said, ended };
}

/** Starts the server like an operator, but without pages. */
export const siteScript =
  "import { startServer } from './build/node/server.js'; await startServer(async () => undefined);";

export interface StartingSite extends SiteProcess {
  /** Throws if the process ends first. */
  readonly untilOpen: () => Promise<string>;
}

export function startSite(env: Record<string, string>): StartingSite {
  // Otherwise a busy machine gets 503.
  const defaults = { PORT: "0", RATE_LIMIT_FACTOR: "1000" };
  const site = runNode(["--input-type=module", "-e", siteScript], { ...defaults, ...env });
  return { ...site, untilOpen: () => untilOpen(site) };
}

/** Relies on the test's timeout. */
function untilOpen({ child, said, ended }: SiteProcess): Promise<string> {
  return new Promise((done, failed) => {
    const look = (): void => {
      // The startup message is one write and ends with the picture storage.
      const [, origin] =
        /^(?:Senga is open|It listens) at (http:\/\/(?:localhost|127\.).+)$[^]*pictures/m.exec(said()) ?? [];
      if (origin) done(origin);
    };
    child.stdout?.on("data", look);
    look();
    void ended.then((code) => failed(new Error(`the site ended with ${code}: ${said()}`)));
  });
}

/** Returns the exit code; null after a kill. */
export function end({ child, ended }: SiteProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  return ended;
}
