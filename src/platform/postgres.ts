import { setTimeout as wait } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { isDatabaseAway, watchDatabase } from "./database-away.ts";
import {
  type Database,
  type OpenDatabase,
  guardTransactions,
  sessionSettings,
  setUpSession,
} from "./database.ts";
import { listenOnPostgres } from "./listen-on-postgres.ts";
import type { Log } from "./log.ts";
import { migrate } from "./migrate.ts";
import type { ProcessMarks } from "./process-marks.ts";
import { type Queries, isPublicRead, leaveReplica, openReplica } from "./replica.ts";

export interface PostgresUrls {
  readonly url: string;
  /** Bypasses the pooler at `url`, for LISTEN and migrations. Undefined: there is no pooler. */
  readonly directUrl?: string | undefined;
  readonly replicaUrl?: string | undefined;
}

/** Milliseconds. */
export interface PostgresTimeouts {
  readonly connect: number;
  /** Undefined: unlimited. */
  readonly query: number | undefined;
  /** Interval of queries on the listening connection. */
  readonly heartbeat: number;
  /** Limit of a check, or of a query on the listening connection. */
  readonly check: number;
}

/** A server that disappears is noticed within 15 seconds. */
const siteTimeouts: PostgresTimeouts = {
  connect: 10_000,
  query: 15_000,
  heartbeat: 10_000,
  check: 5_000,
};

export const commandTimeouts: PostgresTimeouts = { ...siteTimeouts, query: undefined };

const connection = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
const drizzleOptions = { casing: "snake_case" } as const;

/** Connections: hanging commits leave some to public reads. */
const max = { ordinary: 8, publicReads: 3, checks: 1 };

export interface PostgresOptions {
  readonly timeouts?: PostgresTimeouts | undefined;
  readonly marks?: ProcessMarks | undefined;
}

export function openPostgres(
  { url, directUrl, replicaUrl }: PostgresUrls,
  log: Log,
  { timeouts = siteTimeouts, marks }: PostgresOptions = {},
): OpenDatabase {
  const isPooled = directUrl !== undefined;
  const options = {
    ...connection,
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.query,
    // A pooler hands out other sessions than the one set up; there these are defaults of the role.
    ...(!isPooled && {
      onConnect: (client: pg.ClientBase) => client.query(setUpSession),
      // Ends the locks of a dead site. No `statement_timeout`: it would report an unreplicated commit as replicated.
      ...(timeouts.query !== undefined && { idle_in_transaction_session_timeout: timeouts.query }),
    }),
  };
  const named = (queries: Queries): Queries => (isPooled ? withoutNames(queries) : queries);
  const openPool = (config: pg.PoolConfig): pg.Pool => {
    const pool = new pg.Pool({ connectionString: url, ...options, ...config });
    // An unhandled error event ends the process; the pool's own listener covers idle connections only.
    pool.on("error", (error) => log.warn({ err: error }, "an idle database connection broke"));
    pool.on("connect", (client) => client.on("error", () => {}));
    return pool;
  };
  const pool = openPool({ max: max.ordinary });
  const publicReads = openPool({ max: max.publicReads });
  const checks = openPool({
    max: max.checks,
    connectionTimeoutMillis: timeouts.check,
    query_timeout: timeouts.check,
  });
  const pools = [pool, publicReads, checks];
  const watch = watchDatabase(() => checks.query("select 1"));
  const primary = noteFailures(
    named({ query: (config, values) => (isPublicRead() ? publicReads : pool).query(config, values) }),
    watch.check,
  );
  const replica =
    replicaUrl === undefined
      ? undefined
      : openReplica({ connectionString: replicaUrl, ...options }, primary, watch, log, named);
  // Drizzle calls only `query`, because transactions are ours.
  const db: Database = drizzle((replica ?? primary) as pg.Pool, drizzleOptions);
  db.transaction = transactOn(pool, (client) => noteFailures(named(client), watch.check));
  const direct = {
    connectionString: directUrl ?? url,
    connectionTimeoutMillis: timeouts.connect,
    ...connection,
  };
  const connectDirectly = async (): Promise<pg.Client> => {
    const client = new pg.Client(direct);
    client.on("error", () => {});
    await client.connect();
    return client;
  };
  return {
    db: guardTransactions(db),
    kind: "PostgreSQL",
    migrate: async (sets) => {
      const client = await connectDirectly();
      try {
        await refuseOldServer(client);
        await takeTurn(client, "pg_try_advisory_lock");
        for (const set of sets) await migrate(client, set);
        if (isPooled) await rememberSettings(client);
      } finally {
        await client.end();
      }
    },
    holdMigrations: async (work) => {
      const client = await connectDirectly();
      try {
        await refuseOldServer(client);
        return await drizzle(inTurn(client) as pg.Client, drizzleOptions).transaction(async (tx) => {
          await takeTurn(client, "pg_try_advisory_xact_lock");
          // Files are copied in the meantime.
          await client.query("set local idle_in_transaction_session_timeout = 0");
          return work(tx);
        });
      } finally {
        await client.end().catch(() => {});
      }
    },
    listen: (channel, onNotify) =>
      listenOnPostgres(
        direct,
        { every: timeouts.heartbeat, timeout: timeouts.check },
        channel,
        onNotify,
        log,
        marks,
      ),
    check: watch.check,
    isAway: watch.isAway,
    maintain: async () => {},
    ...(replica && { noteChange: replica.noteChange }),
    countConnections: () => {
      const count = (of: (one: pg.Pool) => number) => pools.reduce((sum, one) => sum + of(one), 0);
      const idle = count((one) => one.idleCount);
      return { busy: count((one) => one.totalCount) - idle, idle, waiting: count((one) => one.waitingCount) };
    },
    close: async () => {
      watch.close();
      await replica?.close();
      await Promise.all(pools.map((one) => one.end()));
    },
  };
}

/** The pooler's next session does not know statements prepared in this one. */
const withoutNames = (queries: Queries): Queries => ({
  query: (config, values) => {
    if (typeof config === "string") return queries.query(config, values);
    const { name: _, ...unnamed } = config;
    return queries.query(unnamed, values);
  },
});

/** One broken connection does not mean an outage; a check decides. */
const noteFailures = (queries: Queries, check: () => Promise<void>): Queries => ({
  query: async (config, values) => {
    try {
      return await queries.query(config, values);
    } catch (error) {
      if (isDatabaseAway(error)) void check().catch(() => {});
      throw error;
    }
  },
});

/** For callers that send concurrent queries on one connection. */
function inTurn(client: pg.Client): Queries {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query: (config, values) => {
      const answer = last.then(() => client.query(config as pg.QueryConfig, values));
      last = answer.catch(() => {});
      return answer as Promise<pg.QueryResult>;
    },
  };
}

/** Polls the lock: `create index concurrently` waits for running queries, including those waiting for the lock. */
async function takeTurn(client: pg.Client, lock: "pg_try_advisory_lock" | "pg_try_advisory_xact_lock") {
  const ask = () =>
    client.query<{ isOurs: boolean }>(`select ${lock}(hashtext('senga migrations')) as "isOurs"`);
  while (!(await ask()).rows[0]?.isOurs) await wait(100);
}

/** Loads the extension first: a server rejects settings that it does not know yet. */
async function rememberSettings(client: pg.Client): Promise<void> {
  await client.query("select show_limit()");
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  const database = client.escapeIdentifier(rows[0]?.name ?? "");
  for (const setting of sessionSettings)
    await client.query(`alter role current_user in database ${database} set ${setting}`);
}

export class DatabaseTooOld extends Error {}

/** Progress is stored in multiranges, which need PostgreSQL 14. */
async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  const version = rows[0]?.server_version ?? "";
  if (Number.parseInt(version) < 14)
    throw new DatabaseTooOld(
      `Senga needs PostgreSQL 14 or newer; this server is ${version}. Upgrade it, then start again.`,
    );
}

/** Drizzle's own leaks the client when `begin` fails (github.com/drizzle-team/drizzle-orm/issues/6241). */
function transactOn(pool: pg.Pool, queriesOf: (client: pg.PoolClient) => Queries): Database["transaction"] {
  const broken = new WeakSet<pg.PoolClient>();
  const open = (client: pg.PoolClient): Database => {
    const queries = queriesOf(client);
    const query: Queries["query"] = async (text, values) => {
      try {
        return await queries.query(text, values);
      } catch (error) {
        // The rollback would wait behind a query that got no response.
        if (isDatabaseAway(error) && !broken.has(client)) {
          broken.add(client);
          void client.end();
        }
        throw error;
      }
    };
    return drizzle({ query } as pg.PoolClient, drizzleOptions);
  };
  /** Drizzle's column names and prepared queries last as long as the connection. */
  const opened = new WeakMap<pg.PoolClient, Database>();
  return async (work, config) => {
    leaveReplica();
    const client = await pool.connect();
    const db = opened.get(client) ?? open(client);
    opened.set(client, db);
    try {
      return await db.transaction(work, config);
    } finally {
      client.release(broken.has(client));
    }
  };
}
