import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type StartingSite, end, startSite } from "../../test/support/site-process.ts";
import { type Killable, isRunning } from "./supervise.ts";

export interface Site extends Killable {
  readonly origin: string;
  /** Messages of its log, without those that say that the database is away. */
  readonly errors: () => readonly string[];
}

/** Of the built server, without pages. Not started yet. */
export function createSite(name: string, port: number, env: Readonly<Record<string, string>>): Site {
  const lives: StartingSite[] = [];
  return {
    name,
    origin: `http://127.0.0.1:${port}`,
    start: async () => {
      const site = startSite({ ...env, HOST: "127.0.0.1", PORT: String(port) });
      lives.push(site);
      await site.untilOpen();
    },
    kill: async () => {
      const last = lives.at(-1);
      if (last) await end(last, "SIGKILL");
    },
    errors: () =>
      lives
        .flatMap((life) => life.said().split("\n"))
        .filter((line) => line.startsWith("{"))
        .map((line) => (JSON.parse(line) as { readonly msg: string }).msg)
        .filter((message) => message !== "the database does not answer"),
  };
}

/** Notes mails in `file`. Not started yet. */
export function createRelay(port: number, file: string): Killable {
  let relay: ChildProcess | undefined;
  return {
    name: "the relay",
    start: async () => {
      const started = fork(join(import.meta.dirname, "relay.ts"), [String(port), file]);
      relay = started;
      const ended = once(started, "exit").then(() => Promise.reject(new Error("the relay ended")));
      await Promise.race([once(started, "message"), ended]);
      ended.catch(() => {});
    },
    kill: async () => {
      if (!relay || !isRunning(relay)) return;
      const ended = once(relay, "exit");
      relay.kill("SIGKILL");
      await ended;
    },
  };
}
