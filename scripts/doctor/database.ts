import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { schoolMigrations } from "../../src/open-database.ts";
import { DataFolderInUse, lockDataFolder } from "../../src/platform/data-folder.ts";
import { readMigrationState } from "../../src/platform/migrate.ts";
import { type Check, type Finding, codeOf, judgeClock, timeoutMilliseconds } from "./finding.ts";
import { checkSharing } from "./sharing.ts";

const about = "database";

export const checkDatabase: Check = async (settings) => {
  const { postgres, dataDir } = settings;
  if (!postgres) return checkPglite(dataDir);
  const { url, directUrl, replicaUrl } = postgres;
  const checkServer = async (client: pg.Client): Promise<Finding[]> => [
    await checkVersion(client),
    ...(await checkRights(client)),
    await checkMigrations(client),
    ...(await checkSharing(client, settings)),
  ];
  return [
    ...(await askServer("DATABASE_URL", url, async (client) =>
      directUrl === undefined ? checkServer(client) : [await checkPooler(client)],
    )),
    ...(directUrl === undefined ? [] : await askServer("DATABASE_DIRECT_URL", directUrl, checkServer)),
    ...(replicaUrl === undefined ? [] : await askServer("DATABASE_REPLICA_URL", replicaUrl, checkReplica)),
  ];
};

/** Does not open the database: that would migrate it, and a running site has the folder locked. */
function checkPglite(dataDir: string): Finding[] {
  if (!existsSync(join(dataDir, "pglite")))
    return [{ about, state: "fine", says: "PGlite; created by the first start" }];
  try {
    lockDataFolder(dataDir)();
    return [{ about, state: "fine", says: "PGlite, not in use" }];
  } catch (error) {
    if (error instanceof DataFolderInUse)
      return [{ about, state: "fine", says: "PGlite, in use by the site" }];
    return [{ about, state: "wrong", says: `${dataDir} can't be locked (${codeOf(error)})` }];
  }
}

async function askServer(
  setting: string,
  url: string,
  check: (client: pg.Client) => Promise<Finding[]>,
): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMilliseconds,
    query_timeout: timeoutMilliseconds,
  });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    const todo = `Check host, port, name and password in ${setting}, and whether the server accepts this machine (pg_hba.conf).`;
    return [{ about, state: "wrong", says: `does not answer (${codeOf(error)})`, todo }];
  }
  try {
    return await check(client);
  } catch (error) {
    return [{ about, state: "wrong", says: `failed during the check (${codeOf(error)})` }];
  } finally {
    await client.end().catch(() => {});
  }
}

async function checkPooler(client: pg.Client): Promise<Finding> {
  await client.query("select 1");
  return { about: "pooler", state: "fine", says: "answers" };
}

async function checkReplica(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ isReplica: boolean; behind: number | null }>(`
    select pg_is_in_recovery() as "isReplica", case
      when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
      else extract(epoch from now() - pg_last_xact_replay_timestamp())::int
    end as behind
  `);
  const { isReplica, behind } = rows[0]!;
  if (!isReplica)
    return [
      {
        about: "replica",
        state: "wrong",
        says: "is not a replica, so the site does not use it",
        todo: "Set DATABASE_REPLICA_URL to a server that streams from the one in DATABASE_URL.",
      },
    ];
  if (behind !== null && behind > 10)
    return [
      {
        about: "replica",
        state: "look",
        says: `is ${behind} seconds behind`,
        todo: "Check its log and its disk: the site reads from the primary while the replica is behind.",
      },
    ];
  return [{ about: "replica", state: "fine", says: "streams" }];
}

async function checkVersion(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const version = rows[0]?.version ?? "";
  const says = `PostgreSQL ${version}`;
  return Number.parseInt(version) >= 14
    ? { about, state: "fine", says }
    : { about, state: "wrong", says, todo: "Upgrade it: Senga needs PostgreSQL 14 or newer." };
}

async function checkRights(client: pg.Client): Promise<Finding[]> {
  const began = Date.now();
  const { rows } = await client.query<{ now: Date; mayCreate: boolean; hasTrigrams: boolean; free: number }>(`
    select clock_timestamp() as now,
      has_database_privilege(current_database(), 'create') as "mayCreate",
      exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
      current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity) as free
  `);
  const ended = Date.now();
  const { now, mayCreate, hasTrigrams, free } = rows[0]!;
  const findings: Finding[] = [judgeClock("the database's", (began + ended) / 2 - now.getTime())];
  if (!mayCreate && !hasTrigrams)
    findings.push({
      about,
      state: "wrong",
      says: "this account can't create the extension pg_trgm",
      todo: "Make it the owner of its database.",
    });
  if (free < 15)
    findings.push({
      about,
      state: "look",
      says: `has ${free} connections left`,
      todo: "Each Senga process takes up to 13: raise max_connections, or put PgBouncer in front.",
    });
  if (ended - began > 50)
    findings.push({
      about,
      state: "look",
      says: `took ${ended - began} ms to answer`,
      todo: "Move it closer to the site: each page needs several queries.",
    });
  return findings;
}

async function checkMigrations(client: pg.Client): Promise<Finding> {
  const states = [];
  for (const set of schoolMigrations) states.push(await readMigrationState(client, set));
  if (states.some(({ needsNewer, isForeign }) => needsNewer || isForeign))
    return {
      about: "migrations",
      state: "wrong",
      says: "another version of Senga has changed this database, and this version won't start on it",
      todo: "Start that version, or restore the backup from before the upgrade into a new database.",
    };
  if (states.some(({ newer }) => newer > 0))
    return {
      about: "migrations",
      state: "look",
      says: "the database belongs to a newer version of Senga; this one keeps working",
      todo: "Start the newer version everywhere.",
    };
  const pending = states.reduce((sum, state) => sum + state.pending, 0);
  return pending === 0
    ? { about: "migrations", state: "fine", says: "up to date" }
    : { about: "migrations", state: "fine", says: `${pending} pending, run by the next start` };
}
