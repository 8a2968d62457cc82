import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { restoreDemoSchoolInto } from "../../support/demo-template.ts";
import { freePorts } from "../../support/free-ports.ts";
import { type Site, startSite } from "./site.ts";

/** Debian keeps the server's programs out of the PATH. */
const postgresFolder = newest("/usr/lib/postgresql");
const find = (...places: string[]): string | undefined => places.find((place) => existsSync(place));
const haproxy = find("/usr/sbin/haproxy", "/usr/local/sbin/haproxy");
const pgbouncer = find("/usr/sbin/pgbouncer", "/usr/bin/pgbouncer");

/** What this machine lacks; empty where nothing. */
export const missingForCluster = [
  ...(postgresFolder ? [] : ["PostgreSQL's server programs"]),
  ...(haproxy ? [] : ["HAProxy"]),
  ...(pgbouncer ? [] : ["PgBouncer"]),
].join(", ");

export interface Cluster extends Site {
  /** The processes themselves, past the proxy. */
  readonly origins: readonly string[];
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** At once, as a crash. Resolves to what starts it again. */
  readonly stopPrimary: () => () => void;
  /** Ends one process after the other as an operator does, and starts it again. */
  readonly restartEach: () => Promise<void>;
}

/** Milliseconds by which the replica is behind, at least. */
const lag = 400;

/**
 * Three processes behind HAProxy (as deploy/haproxy.cfg has it), on a PostgreSQL server with a streaming replica, both behind
 * PgBouncer in transaction mode.
 */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "senga-cluster-"));
  const stops: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const [primary, replica, pooler, proxy, ...places] = await freePorts(7);
    const stopPrimary = await startPostgres(folder, { primary: primary!, replica: replica! }, stops);
    stops.push(await startPooler(folder, { pooler: pooler!, primary: primary!, replica: replica! }));
    const database = (port: number, name = "postgres") => `postgres://senga@127.0.0.1:${port}/${name}`;
    const settings = {
      ORIGIN: `http://localhost:${proxy}`,
      TRUST_PROXY: "1",
      DATA_DIR: join(folder, "data"),
      DATABASE_URL: database(pooler!),
      DATABASE_DIRECT_URL: database(primary!),
      DATABASE_REPLICA_URL: database(pooler!, "replica"),
    };
    await restoreDemoSchoolInto({ ...settings, DATABASE_URL: settings.DATABASE_DIRECT_URL });
    const start = (port: number): Promise<Site> => startSite({ ...settings, PORT: String(port) });
    const sites: Site[] = [];
    stops.push(async () => void (await Promise.all(sites.map((site) => site.stop()))));
    for (const port of places) sites.push(await start(port));
    stops.push(await startProxy(folder, proxy!, places));
    return {
      origin: settings.ORIGIN,
      pid: sites[0]!.pid,
      origins: places.map((port) => `http://localhost:${port}`),
      primaryUrl: settings.DATABASE_DIRECT_URL,
      replicaUrl: database(replica!),
      stop,
      stopPrimary,
      restartEach: async () => {
        for (const [place, port] of places.entries()) {
          await sites[place]!.stop();
          sites[place] = await start(port);
          // HAProxy looks once a second.
          await wait(1500);
        }
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startPostgres(
  folder: string,
  ports: { readonly primary: number; readonly replica: number },
  stops: (() => void)[],
): Promise<Cluster["stopPrimary"]> {
  chmodSync(folder, 0o777);
  const primary = join(folder, "primary");
  const replica = join(folder, "replica");
  const program = (name: string, ...args: string[]): void => {
    const [file = "", ...rest] = asUser([join(postgresFolder!, "bin", name), ...args]);
    execFileSync(file, rest, { stdio: ["ignore", "ignore", "inherit"], cwd: folder });
  };
  const start = (data: string, port: number, ...options: string[]): void => {
    const all = ["listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, "fsync=off", ...options];
    const flags = [`-p ${port}`, ...all.map((option) => `-c ${option}`)].join(" ");
    program("pg_ctl", "-D", data, "-w", "-l", `${data}.log`, "-o", flags, "start");
  };
  const stop = (data: string): void => program("pg_ctl", "-D", data, "-m", "immediate", "stop");
  program("initdb", "-D", primary, "-U", "senga", "-A", "trust", "--no-sync", "-E", "UTF8");
  const startPrimary = (): void => start(primary, ports.primary, "max_connections=100");
  startPrimary();
  stops.push(() => stop(primary));
  program("pg_basebackup", "-D", replica, "-R", "--no-sync", "-c", "fast", "-h", "127.0.0.1",
    "-p", String(ports.primary), "-U", "senga"); // prettier-ignore
  start(replica, ports.replica, "max_connections=100", `recovery_min_apply_delay=${lag}`);
  stops.push(() => stop(replica));
  return () => {
    stop(primary);
    return startPrimary;
  };
}

async function startPooler(
  folder: string,
  ports: { readonly pooler: number; readonly primary: number; readonly replica: number },
): Promise<() => Promise<void>> {
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    [
      "[databases]",
      `postgres = host=127.0.0.1 port=${ports.primary} user=senga`,
      `replica = host=127.0.0.1 port=${ports.replica} dbname=postgres user=senga`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${ports.pooler}`,
      "unix_socket_dir =",
      "auth_type = any",
      "pool_mode = transaction",
      "default_pool_size = 10",
      "server_login_retry = 1",
      "log_connections = 0",
      "log_disconnections = 0",
    ].join("\n"),
  );
  const [program = "", ...args] = asUser([pgbouncer!, "-q", file]);
  return (await run(program, args)).stop;
}

async function startProxy(
  folder: string,
  port: number,
  places: readonly number[],
): Promise<() => Promise<void>> {
  const example = readFileSync(resolve(import.meta.dirname, "../../../deploy/haproxy.cfg"), "utf8");
  const names = ["one", "two", "three"];
  const config = example
    .replace(/bind .*/, `bind 127.0.0.1:${port}`)
    .replace("X-Forwarded-Proto https", "X-Forwarded-Proto http")
    .replace(
      /^(\tserver (\w+)) .*$/gm,
      (_, server: string, name: string) => `${server} 127.0.0.1:${places[names.indexOf(name)]}`,
    );
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, config);
  const { stop, hasEnded } = await run(haproxy!, ["-q", "-db", "-f", file]);
  const isUp = (): Promise<boolean> =>
    fetch(`http://localhost:${port}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (hasEnded()) throw new Error("HAProxy ended");
    await wait(100);
  }
  return stop;
}

/** PostgreSQL and PgBouncer refuse to run as root. */
const asUser = (command: readonly string[]): readonly string[] =>
  process.getuid?.() === 0
    ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", ...command]
    : command;

async function run(program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"] });
  await once(child, "spawn");
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    hasEnded,
    stop: async (): Promise<void> => {
      if (hasEnded()) return;
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
  };
}

function newest(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const [last] = readdirSync(folder).toSorted((a, b) => Number(b) - Number(a));
  return last === undefined ? undefined : join(folder, last);
}
