import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import { migrate as migratePostgres } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import pg from "pg";
import { isDatabaseAway } from "./database-away.ts";
import { lockDataFolder } from "./database-lock.ts";
import type { Log } from "./log.ts";

export type Database = PgDatabase<PgQueryResultHKT>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export interface MigrationSet {
  readonly folder: string;
  readonly journalSchema: string;
}

export interface OpenDatabase {
  readonly db: Database;
  readonly kind: "PGlite" | "PostgreSQL";
  migrate(sets: readonly MigrationSet[]): Promise<void>;
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** PGlite has no autovacuum, and the planner needs statistics. */
  maintain(): Promise<void>;
  close(): Promise<void>;
}

/** Half the default shared buffers halves the memory of the process. */
export const pgliteOptions = { extensions: { pg_trgm }, postgresqlconf: ["shared_buffers = 16MB"] };

/** 0.4 still matches short words with two swapped letters. */
const sessionSettings = "set pg_trgm.word_similarity_threshold = 0.4";

async function openPglite(folder: string): Promise<OpenDatabase> {
  const unlock = lockDataFolder(folder);
  try {
    const client = await PGlite.create(join(folder, "pglite"), pgliteOptions);
    return usePglite(client, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

export async function openDatabase(
  { databaseUrl, dataDir }: { readonly databaseUrl: string | undefined; readonly dataDir: string },
  log: Log,
): Promise<OpenDatabase> {
  return databaseUrl ? openPostgres(databaseUrl, log) : openPglite(dataDir);
}

export function usePglite(client: PGlite, onClose: () => void = () => {}): OpenDatabase {
  const db = drizzlePglite(client, { casing: "snake_case" });
  return {
    db: guardTransactions(db),
    kind: "PGlite",
    migrate: async (sets) => {
      for (const set of sets) await migratePglite(db, drizzleMigration(set));
      await client.exec(sessionSettings);
    },
    listen: (channel, onNotify) => client.listen(channel, onNotify),
    maintain: async () => void (await client.exec("vacuum analyze")),
    close: async () => {
      await client.close();
      onClose();
    },
  };
}

export function openPostgres(url: string, log: Log): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    onConnect: (client) => client.query(sessionSettings),
  });
  // An unhandled error event ends the process; the pool's own listener covers idle connections only.
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection broke"));
  pool.on("connect", (client) => client.on("error", () => {}));
  const db: Database = drizzlePostgres(pool, drizzleOptions);
  db.transaction = transactOn(pool);
  return {
    db: guardTransactions(db),
    kind: "PostgreSQL",
    migrate: async (sets) => {
      const client = await pool.connect();
      try {
        await refuseOldServer(client);
        await client.query("select pg_advisory_lock(hashtext('senga migrations'))");
        for (const set of sets) await migratePostgres(drizzlePostgres(client), drizzleMigration(set));
      } finally {
        await client.query("select pg_advisory_unlock(hashtext('senga migrations'))").catch(() => {});
        client.release();
      }
    },
    listen: (channel, onNotify) => listenOnPostgres(url, channel, onNotify, log),
    maintain: async () => {},
    close: () => pool.end(),
  };
}

export class DatabaseTooOld extends Error {}

/** Progress is kept in multiranges, which PostgreSQL has since 14. */
async function refuseOldServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  const version = rows[0]?.server_version ?? "";
  if (Number.parseInt(version) < 14)
    throw new DatabaseTooOld(
      `Senga needs PostgreSQL 14 or newer; this server is ${version}. Upgrade it, then start again.`,
    );
}

const drizzleOptions = { casing: "snake_case" } as const;

/** Drizzle's own leaks the client when `begin` fails (github.com/drizzle-team/drizzle-orm/issues/6241). */
const transactOn =
  (pool: pg.Pool): Database["transaction"] =>
  async (work, config) => {
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await drizzlePostgres(client, drizzleOptions).transaction(work, config);
    } catch (error) {
      isBroken = isDatabaseAway(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };

const drizzleMigration = (set: MigrationSet) => ({
  migrationsFolder: set.folder,
  migrationsSchema: set.journalSchema,
  migrationsTable: "migrations",
});

const reconnectAfter = 1000;

async function listenOnPostgres(url: string, channel: string, onNotify: (payload: string) => void, log: Log) {
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  const connect = async (): Promise<{ ended: Promise<void> }> => {
    const connection = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    const ended = new Promise<void>((end) => connection.once("end", () => end()));
    connection.on("notification", (message) => onNotify(message.payload ?? ""));
    connection.on("error", (error) => log.warn({ err: error, channel }, "the notification connection broke"));
    try {
      await connection.connect();
      await connection.query(`listen ${connection.escapeIdentifier(channel)}`);
    } catch (error) {
      void connection.end().catch(() => {});
      throw error;
    }
    client = connection;
    return { ended };
  };

  let { ended } = await connect();
  const keepConnected = async (): Promise<void> => {
    for (;;) {
      await ended;
      client = undefined;
      await wait(reconnectAfter, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        ({ ended } = await connect());
        // Notifications sent meanwhile are lost; an empty payload invalidates everything.
        onNotify("");
      } catch (error) {
        log.warn({ err: error, channel }, "the notification connection is not back yet");
        ended = Promise.resolve();
      }
    }
  };
  void keepConnected();
  return async () => {
    stopping.abort();
    await client?.end();
  };
}

const currentTransaction = new AsyncLocalStorage<{ readonly afterCommit: (() => void)[] }>();

export function afterCommit(work: () => void): void {
  const transaction = currentTransaction.getStore();
  if (transaction) transaction.afterCommit.push(work);
  else work();
}

const guardedMethods = new Set([
  "select",
  "selectDistinct",
  "insert",
  "update",
  "delete",
  "execute",
  "transaction",
  "$count",
  "with",
]);

/** The outer `db` inside a transaction deadlocks on PGlite and leaves the transaction on PostgreSQL: throws instead. */
function guardTransactions(db: Database): Database {
  return new Proxy(db, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== "function" || typeof property !== "string" || !guardedMethods.has(property))
        return value;
      return (...args: unknown[]) => {
        if (currentTransaction.getStore()) {
          throw new Error(
            `db.${property}() was called inside a transaction: pass the transaction on and use that`,
          );
        }
        const call = () => Reflect.apply(value, target, args) as unknown;
        return property === "transaction" ? runTransaction(call) : call();
      };
    },
  });
}

async function runTransaction(transact: () => unknown): Promise<unknown> {
  const transaction = { afterCommit: [] as (() => void)[] };
  const result = await currentTransaction.run(transaction, async () => transact());
  for (const work of transaction.afterCommit) work();
  return result;
}
