/** Three hosts with etcd, Patroni and PostgreSQL each. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { seconds } from "../parts/site.ts";
import { addresses, run, startOn } from "./network.ts";
import { postgresFolder } from "./requirements.ts";

export const databaseHosts = ["db1", "db2", "db3"] as const;
export type DatabaseHost = (typeof databaseHosts)[number];

/** Through the balancer. */
export const siteDatabase = `postgres://postgres@${addresses.balancer}:5000/senga`;
export const siteReplica = `postgres://postgres@${addresses.balancer}:5001/senga`;
export const providerDatabase = `postgres://postgres@${addresses.provider}:5432/provider`;

/** PostgreSQL refuses to run as root. Its own IPC namespace takes its shared memory with it when it is killed. */
const asPostgres = "unshare --ipc setpriv --reuid=postgres --regid=postgres --clear-groups";

async function makeFolder(path: string): Promise<void> {
  mkdirSync(path, { recursive: true });
  await run(`chown postgres: ${path}`);
}

const network = "10.77.0.0/24";

export async function startDatabaseHost(folder: string, host: DatabaseHost): Promise<void> {
  const home = join(folder, host);
  await makeFolder(home);
  const [client, peer] = [`http://${addresses[host]}:2379`, `http://${addresses[host]}:2380`];
  const peers = databaseHosts.map((each) => `${each}=http://${addresses[each]}:2380`).join();
  const etcd =
    `etcd --name ${host} --data-dir ${join(home, "etcd")} --initial-cluster ${peers}` +
    ` --listen-client-urls ${client},http://127.0.0.1:2379 --advertise-client-urls ${client}` +
    ` --listen-peer-urls ${peer} --initial-advertise-peer-urls ${peer}` +
    " --heartbeat-interval 250 --election-timeout 2500 --logger zap --log-level warn";
  startOn(host, { command: `${asPostgres} ${etcd}`, folder: home, log: "etcd.log" });
  // JSON is YAML.
  const file = join(home, "patroni.yml");
  writeFileSync(file, JSON.stringify(patroniSettings(home, host)));
  startOn(host, { command: `${asPostgres} patroni ${file}`, folder: home, log: "patroni.log" });
}

/** Patroni's own times, as operators have them. */
function patroniSettings(home: string, host: DatabaseHost): object {
  const address = addresses[host];
  return {
    scope: "senga",
    name: host,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { hosts: databaseHosts.map((each) => `${addresses[each]}:2379`) },
    bootstrap: {
      dcs: {
        ttl: 30,
        loop_wait: 10,
        retry_timeout: 10,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 100,
            shared_buffers: "64MB",
            dynamic_shared_memory_type: "mmap",
            wal_keep_size: "256MB",
          },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: `${address},127.0.0.1:5432`,
      connect_address: `${address}:5432`,
      data_dir: join(home, "data"),
      bin_dir: postgresFolder(),
      pgpass: join(home, "pgpass"),
      authentication: {
        superuser: { username: "postgres", password: "unused" },
        replication: { username: "replicator", password: "unused" },
      },
      pg_hba: ["local all all trust", "local replication all trust"].concat(
        ["127.0.0.1/32", network].flatMap((from) => [
          `host all all ${from} trust`,
          `host replication all ${from} trust`,
        ]),
      ),
      parameters: { unix_socket_directories: home },
    },
  };
}

/** The provider's, which no scenario touches. */
export async function startProviderDatabase(folder: string): Promise<void> {
  const home = join(folder, "provider");
  const data = join(home, "data");
  await makeFolder(home);
  await run(`${asPostgres} ${postgresFolder()}/initdb -D ${data} -A trust -E UTF8`);
  writeFileSync(join(data, "pg_hba.conf"), `host all all ${network} trust\n`);
  const options =
    `-c listen_addresses=${addresses.provider} -c unix_socket_directories=${home}` +
    " -c dynamic_shared_memory_type=mmap";
  const command = `${asPostgres} ${postgresFolder()}/postgres -D ${data} ${options}`;
  startOn("provider", { command, folder: home, log: "postgres.log" });
  await createDatabase(providerDatabase);
}

/** Waits for a server that is about to start. */
export async function createDatabase(url: string): Promise<void> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = "/postgres";
  const limit = performance.now() + 120_000;
  while (true) {
    try {
      await query(server.href, `create database ${name}`);
      return;
    } catch (error) {
      if (performance.now() > limit) throw error;
      await seconds(0.5);
    }
  }
}

/** On a connection of its own: the last one may lead to a server that is dead. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 4000,
    query_timeout: 20_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    void client.end().catch(() => {});
  }
}

export interface Member {
  readonly host: DatabaseHost;
  /** `master`, in newer versions `primary`, or `replica`; undefined: Patroni does not answer. */
  readonly role?: string;
  readonly state?: string;
  readonly timeline?: number;
  readonly sync_standby?: boolean;
}

export const askPatroni = (host: DatabaseHost, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://${addresses[host]}:8008${path}`, { signal: AbortSignal.timeout(2000), ...init });

export const listMembers = (): Promise<Member[]> =>
  Promise.all(
    databaseHosts.map(async (host) => {
      try {
        return { host, ...((await (await askPatroni(host, "/patroni")).json()) as object) };
      } catch {
        return { host };
      }
    }),
  );

export const describeMembers = (members: readonly Member[]): string =>
  members
    .map(({ host, role = "–", state = "–", timeline, sync_standby: isSync }) =>
      [host, role, isSync ? "(sync)" : "", state, timeline === undefined ? "" : `timeline ${timeline}`]
        .filter(Boolean)
        .join(" "),
    )
    .join(", ");

/** Undefined when there is none now. */
export async function findPrimary(): Promise<DatabaseHost | undefined> {
  const answers = await Promise.all(
    databaseHosts.map(async (host) => (await askPatroni(host, "/primary").catch(() => undefined))?.ok),
  );
  return databaseHosts.find((_, index) => answers[index]);
}

/** One primary, two replicas that follow it, one of them synchronous unless `isAsynchronous`. */
export async function waitUntilWhole(isAsynchronous = false): Promise<boolean> {
  const limit = performance.now() + 150_000;
  while (performance.now() < limit) {
    const members = await listMembers();
    const isRunning = members.every(({ state = "" }) => /^(running|streaming)$/.test(state));
    const hasSync = members.some((member) => member.sync_standby === true);
    if (isRunning && hasSync !== isAsynchronous && (await findPrimary())) return true;
    await seconds(1);
  }
  return false;
}

/** The process id is in the first line. */
export const postmasterOf = (folder: string, host: DatabaseHost): number =>
  Number(readFileSync(join(folder, host, "data", "postmaster.pid"), "utf8").split("\n")[0]);
