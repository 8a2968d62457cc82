import { setTimeout as wait } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { isDatabaseAway } from "./database-away.ts";
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
import { announceQueries } from "./query-channel.ts";
import { type Queries, leaveReplica, openReplica } from "./replica.ts";

export interface PostgresUrls {
  readonly url: string;
  /** Past a pooler that `url` leads to: for LISTEN and migrations. Undefined: `url` is the server itself. */
  readonly directUrl?: string | undefined;
  readonly replicaUrl?: string | undefined;
}

const connection = { connectionTimeoutMillis: 10_000, keepAlive: true };
const drizzleOptions = { casing: "snake_case" } as const;

export function openPostgres({ url, directUrl, replicaUrl }: PostgresUrls, log: Log): OpenDatabase {
  const isPooled = directUrl !== undefined;
  // A pooler hands out other sessions than the one that was set up: there these are defaults of the role.
  const setUp = isPooled ? {} : { onConnect: (client: pg.ClientBase) => client.query(setUpSession) };
  const pool = new pg.Pool({ connectionString: url, max: 10, ...connection, ...setUp });
  // An unhandled error event ends the process; the pool's own listener covers idle connections only.
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection broke"));
  pool.on("connect", (client) => client.on("error", () => {}));
  const primary = isPooled ? withoutNames(pool) : pool;
  const replica =
    replicaUrl === undefined
      ? undefined
      : openReplica({ connectionString: replicaUrl, ...setUp }, primary, log);
  // Of its client, Drizzle calls `query` alone where transactions are our own.
  const db: Database = drizzle(announceQueries(replica ?? primary) as pg.Pool, drizzleOptions);
  db.transaction = transactOn(pool);
  const connectDirectly = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: directUrl ?? url, ...connection });
    // The query that was under way tells of it.
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
          // Files are copied meanwhile.
          await client.query("set local idle_in_transaction_session_timeout = 0");
          return work(tx);
        });
      } finally {
        await client.end().catch(() => {});
      }
    },
    listen: (channel, onNotify) => listenOnPostgres(directUrl ?? url, channel, onNotify, log),
    maintain: async () => {},
    ...(replica && { noteChange: replica.noteChange }),
    countConnections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await replica?.close();
      await pool.end();
    },
  };
}

/** A statement that was prepared in one session is unknown in the next that the pooler gives. */
const withoutNames = (pool: pg.Pool): Queries => ({
  query: (config, values) => {
    if (typeof config === "string") return pool.query(config, values);
    const { name: _, ...unnamed } = config;
    return pool.query(unnamed, values);
  },
});

/** For callers that ask several queries at once of one connection. */
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

/**
 * One process at a time; the lock ends with the session or the transaction. Asks again instead of waiting for it: `create index concurrently`
 * waits for all questions under way, and would wait for those that wait for the lock.
 */
async function takeTurn(
  client: pg.Client,
  lock: "pg_try_advisory_lock" | "pg_try_advisory_xact_lock",
): Promise<void> {
  const ask = () =>
    client.query<{ isOurs: boolean }>(`select ${lock}(hashtext('senga migrations')) as "isOurs"`);
  while (!(await ask()).rows[0]?.isOurs) await wait(100);
}

/** Loads the extension first: a server refuses settings that it does not know yet. */
async function rememberSettings(client: pg.Client): Promise<void> {
  await client.query("select show_limit()");
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  const database = client.escapeIdentifier(rows[0]?.name ?? "");
  for (const setting of sessionSettings)
    await client.query(`alter role current_user in database ${database} set ${setting}`);
}

export class DatabaseTooOld extends Error {}

/** Progress is kept in multiranges, which PostgreSQL has since 14. */
async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  const version = rows[0]?.server_version ?? "";
  if (Number.parseInt(version) < 14)
    throw new DatabaseTooOld(
      `Senga needs PostgreSQL 14 or newer; this server is ${version}. Upgrade it, then start again.`,
    );
}

/** Drizzle's own leaks the client when `begin` fails (github.com/drizzle-team/drizzle-orm/issues/6241). */
const transactOn =
  (pool: pg.Pool): Database["transaction"] =>
  async (work, config) => {
    leaveReplica();
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await drizzle(announceQueries(client) as pg.PoolClient, drizzleOptions).transaction(
        work,
        config,
      );
    } catch (error) {
      isBroken = isDatabaseAway(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
