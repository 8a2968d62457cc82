import { AsyncLocalStorage } from "node:async_hooks";
import { openAsBlob } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { type SQL, sql } from "drizzle-orm";
import pg from "pg";
import { inject } from "vitest";
import type { OpenDatabase } from "../../src/platform/database.ts";
import type { Log } from "../../src/platform/log.ts";
import { pgliteOptions, usePglite } from "../../src/platform/pglite.ts";
import { type PostgresTimeouts, commandTimeouts, openPostgres } from "../../src/platform/postgres.ts";
import { type ProcessMarks, holdMarks } from "../../src/platform/process-marks.ts";
import { onServer, urlOnServer } from "./on-server.ts";

/** vitest.config.ts sets this for the PostgreSQL project. */
const serverUrl = process.env["SENGA_TEST_SERVER"];

/** Race tests need a server: PGlite has a single connection. */
export const isPostgres = serverUrl !== undefined;

let opened = 0;

/** Reused across the files of a worker, because opening a database takes half a second. */
const handedBack: PGlite[] = [];

export const openTestDatabase = (log: Log): Promise<OpenDatabase> => openOnServer(log, false);

/** On PostgreSQL as behind PgBouncer in transaction mode, without named statements. */
export const openBehindPooler = (log: Log): Promise<OpenDatabase> => openOnServer(log, true);

async function openOnServer(log: Log, isPooled: boolean, timeouts?: PostgresTimeouts): Promise<OpenDatabase> {
  const templates = inject("databaseTemplates");
  if (!serverUrl) {
    const client = handedBack.pop() ?? (await openInMemory(templates.pglite));
    const database = usePglite(client);
    return {
      ...database,
      close: async () => {
        await emptyTables(database, madeByMigrations);
        handedBack.push(client);
      },
    };
  }
  opened += 1;
  // Includes the time, because process ids repeat.
  const name = `senga_test_${process.pid}_${Date.now().toString(36)}_${opened}`;
  await onServer(serverUrl, `create database ${name} template ${templates.postgres}`);
  const url = new URL(urlOnServer(serverUrl, name));
  if (isPooled) behindPooler.add(name);
  const database = openPostgres(urlsOf(url), log, { timeouts });
  return {
    ...database,
    close: async () => {
      await database.close();
      await onServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

/** For tests that fill whole tables. */
export const openPatiently = (log: Log): Promise<OpenDatabase> => openOnServer(log, false, commandTimeouts);

/** Names of databases. */
const behindPooler = new Set<string>();

const urlsOf = (url: URL) => ({
  url: url.href,
  ...(behindPooler.has(url.pathname.slice(1)) && { directUrl: url.href }),
});

const recording = new AsyncLocalStorage<string[]>();

/** What `work` asks the database itself, without the servers that it calls. PostgreSQL only. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  await recording.run(statements, work);
  return statements;
}

// oxlint-disable-next-line typescript/unbound-method
const query = pg.Client.prototype.query;
pg.Client.prototype.query = function (this: pg.Client & { database?: string }, ...all: unknown[]): unknown {
  if (behindPooler.has(this.database ?? "") && (all[0] as { name?: string }).name !== undefined)
    throw new Error("a pooler knows no statement by its name");
  const { text = all[0] } = all[0] as { text?: unknown };
  recording.getStore()?.push(String(text));
  return Reflect.apply(query, this, all);
} as typeof query;

/** Not reused after the test. */
export async function openDatabaseOfItsOwn(log: Log): Promise<OpenDatabase> {
  return serverUrl
    ? openTestDatabase(log)
    : usePglite(await openInMemory(inject("databaseTemplates").pglite));
}

const openInMemory = async (template: string): Promise<PGlite> =>
  PGlite.create({ ...pgliteOptions, loadDataDir: await openAsBlob(template) });

/** PostgreSQL only. */
export async function urlOf({ db }: OpenDatabase): Promise<string> {
  const { rows } = (await db.execute(sql`select current_database() as name`)) as { rows: { name: string }[] };
  return urlOnServer(serverUrl ?? "", rows[0]?.name ?? "");
}

/** PostgreSQL only. */
export const openBeside = async (database: OpenDatabase, log: Log): Promise<OpenDatabase> =>
  openPostgres(urlsOf(new URL(await urlOf(database))), log);

/** Locks them as another process would. Returns a function that releases them. PostgreSQL only. */
export async function holdMarksBeside(
  database: OpenDatabase,
  marks: ProcessMarks,
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: await urlOf(database) });
  await client.connect();
  await client.query(holdMarks(marks));
  return () => client.end();
}

const madeByMigrations = ["migrations"];
const madeOnceByTheSite = [...madeByMigrations, "signing_keys"];

const tables = new WeakMap<OpenDatabase["db"], readonly string[]>();

/** Truncating an empty table is as slow as a full one, so it is skipped. */
export async function emptyTables(
  { db }: OpenDatabase,
  spared: readonly string[] = madeOnceByTheSite,
): Promise<void> {
  const names = tables.get(db) ?? (await listTables(db));
  tables.set(db, names);
  const question = names
    .filter((name) => !spared.includes(name.split(".")[1] ?? ""))
    .map((name) => `select '${name}' as name where exists (select from ${name})`)
    .join(" union all ");
  for (let tries = 1; ; tries += 1) {
    const filled = await namesOf(db, sql.raw(question));
    if (filled.length === 0) return;
    try {
      await db.execute(sql.raw(emptying(filled)));
      return;
    } catch (error) {
      // Background work of the previous test may take locks in another order. 40P01 is a deadlock, and PostgreSQL
      // expects a retry.
      const isDeadlock = ((error as Error).cause as { code?: string } | undefined)?.code === "40P01";
      if (!isDeadlock || tries === 5) throw error;
    }
  }
}

/**
 * Without triggers and foreign keys. `truncate` would recreate each table's files, which takes a hundred times as
 * long.
 */
const emptying = (names: readonly string[]): string =>
  `do $$ begin
    set local session_replication_role = replica;
    ${names.map((name) => `delete from ${name};`).join(" ")}
  end $$`;

const listTables = (db: OpenDatabase["db"]): Promise<string[]> =>
  namesOf(
    db,
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not like 'pg\\_%' and table_schema <> 'information_schema'`,
  );

async function namesOf(db: OpenDatabase["db"], question: SQL): Promise<string[]> {
  const { rows } = (await db.execute(question)) as { rows: { name: string }[] };
  return rows.map(({ name }) => name);
}
