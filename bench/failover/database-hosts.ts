/** Three hosts with etcd, Patroni and PostgreSQL each. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDatabase, providerDatabase } from "./databases.ts";
import { addresses, run, startOn } from "./network.ts";
import { postgresFolder } from "./requirements.ts";

export const databaseHosts = ["db1", "db2", "db3"] as const;
export type DatabaseHost = (typeof databaseHosts)[number];

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

/** Undefined while none has been started. */
export function postmasterOf(folder: string, host: DatabaseHost): number | undefined {
  const file = join(folder, host, "data", "postmaster.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : undefined;
}
