import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, globSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { childrenOf, readProcess } from "../parts/processes.ts";
import { type Killable, isRunning } from "./supervise.ts";

/** Debian keeps the server's programs out of the PATH. Undefined: this machine has none. */
export const programs: string | undefined = globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1);

/**
 * - durable: a commit is on the disk before it is acknowledged.
 * - lossy: a kill throws away what was committed within the last second.
 * - unsafe: for a server that nothing kills.
 */
type Durability = DatabaseMode | "unsafe";
export type DatabaseMode = "durable" | "lossy";

const settings: Readonly<Record<Durability, readonly string[]>> = {
  durable: [],
  lossy: [
    "synchronous_commit=off",
    // Whatever fills the buffers of the log, or writes pages, would write it too.
    "wal_buffers=64MB",
    "bgwriter_lru_maxpages=0",
    "checkpoint_timeout=1h",
  ],
  unsafe: ["fsync=off", "synchronous_commit=off"],
};

export interface PostgresServer extends Killable {
  readonly url: string;
}

/** A server of its own in `folder`, reached by a socket there alone. Not started yet. */
export async function createPostgres(folder: string, durability: Durability): Promise<PostgresServer> {
  mkdirSync(folder);
  // Its user is another one where this process is root's.
  chmodSync(folder, 0o777);
  const data = join(folder, "data");
  await run("initdb", ["-D", data, "-U", "senga", "-A", "trust", "--no-sync", "-E", "UTF8"]);
  const options = [
    "listen_addresses=",
    `unix_socket_directories=${folder}`,
    "max_connections=100",
    ...settings[durability],
  ].flatMap((option) => ["-c", option]);
  const url = `postgres://senga@localhost/postgres?host=${folder}`;
  let server: ChildProcess | undefined;
  return {
    name: "the database",
    url,
    start: async () => {
      const log = openSync(join(folder, "log"), "a");
      const [program = "", ...args] = asUser([join(programs!, "postgres"), "-D", data, ...options]);
      const started = spawn(program, args, { cwd: folder, stdio: ["ignore", log, log] });
      closeSync(log);
      server = started;
      while (!(await answers(url))) {
        if (!isRunning(started)) throw new Error(`PostgreSQL did not start, see ${folder}/log`);
        await wait(50);
      }
    },
    kill: async () => {
      if (!server?.pid || !isRunning(server)) return;
      if (durability === "lossy") await keepCommitsInMemory(server.pid);
      const ended = once(server, "exit");
      // Stopped first, so that it starts no further process, and none of them sees that it has ended.
      server.kill("SIGSTOP");
      for (const pid of [...childrenOf(server.pid), server.pid]) killNow(pid);
      await ended;
    },
  };
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const [file = "", ...rest] = asUser([join(programs!, program), ...args]);
  await promisify(execFile)(file, rest, { cwd: "/" });
}

/** PostgreSQL refuses to run as root. It ends with this process, however that ends. */
function asUser(command: readonly string[]): readonly string[] {
  const postgres = ["--reuid=postgres", "--regid=postgres", "--clear-groups"];
  const user = process.getuid?.() === 0 ? postgres : [];
  return ["/usr/bin/setpriv", "--pdeathsig=KILL", ...user, ...command];
}

/** For a second: nobody but the stopped process writes the log of commits that do not wait for it. */
async function keepCommitsInMemory(server: number): Promise<void> {
  const writer = childrenOf(server).find((pid) => readProcess(pid, "cmdline").includes("walwriter"));
  if (writer === undefined) throw new Error("PostgreSQL has no WAL writer");
  process.kill(writer, "SIGSTOP");
  await wait(1000);
}

/** One that has just ended by itself is no failure. */
function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
