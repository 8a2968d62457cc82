import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";

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

/** What starts the server as an operator does, but for the pages, which need no build here. */
export const siteScript =
  "import { startServer } from './src/server.ts'; await startServer(async () => undefined);";

/** A site that starts, on a free port unless it is told one. */
export interface StartingSite extends SiteProcess {
  /** The site's address on this machine, once it is open. Throws when it ends before. */
  readonly untilOpen: () => Promise<string>;
}

export function startSite(env: Record<string, string>): StartingSite {
  const site = runNode(["--input-type=module", "-e", siteScript], { PORT: "0", ...env });
  return { ...site, untilOpen: () => untilOpen(site) };
}

/** Resolves with the address of a site that says it is open; the time limit is the test's. */
export function untilOpen({ child, said, ended }: SiteProcess): Promise<string> {
  return new Promise((done, failed) => {
    const look = (): void => {
      // All that it says when it is open comes at once, and ends with where the pictures are.
      const [, origin] =
        /^(?:Senga is open|It listens) at (http:\/\/(?:localhost|127\.).+)$[^]*pictures/m.exec(said()) ?? [];
      if (origin) done(origin);
    };
    child.stdout?.on("data", look);
    look();
    void ended.then((code) => failed(new Error(`the site ended with ${code}: ${said()}`)));
  });
}

/** Ends the process. Returns its exit code; null after a kill. */
export function end({ child, ended }: SiteProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  return ended;
}
