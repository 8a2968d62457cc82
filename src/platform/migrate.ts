import { setTimeout as wait } from "node:timers/promises";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type { MigrationSet } from "./database.ts";

/** One connection, outside of a transaction. */
export interface MigrationSession {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface LockPatience {
  /** Of PostgreSQL's `lock_timeout`: whoever asks meanwhile for the same table waits behind the migration. */
  readonly milliseconds: number;
  readonly tries: number;
  /** Milliseconds in which the others go on. */
  readonly pause: number;
}

const patience: LockPatience = { milliseconds: 2000, tries: 30, pause: 1000 };

export class TableInUse extends Error {}

/**
 * Runs what the database has not seen and writes it into Drizzle's journal. Drizzle's own migrator knows one transaction for
 * all, in which `create index concurrently` fails, and does not wait for locks in a way that lets others pass. Throws
 * TableInUse when something holds a table throughout.
 */
export async function migrate(
  session: MigrationSession,
  { folder, journalSchema }: MigrationSet,
  locks = patience,
): Promise<void> {
  const journal = `"${journalSchema}".migrations`;
  await session.query(`create schema if not exists "${journalSchema}"`);
  await session.query(
    `create table if not exists ${journal} (id serial primary key, hash text not null, created_at bigint)`,
  );
  const { rows } = await session.query(`select max(created_at) as last from ${journal}`);
  const [{ last }] = rows as [{ last: string | number | null }];
  const isNew = ({ folderMillis }: MigrationMeta): boolean => last === null || folderMillis > Number(last);
  for (const migration of readMigrationFiles({ migrationsFolder: folder }).filter(isNew)) {
    const note = () =>
      session.query(`insert into ${journal} (hash, created_at) values ($1, $2)`, [
        migration.hash,
        migration.folderMillis,
      ]);
    const index = concurrentIndex(migration);
    if (index === undefined) await waitForLocks(session, locks, () => transact(session, migration, note));
    else {
      await dropBroken(session, index);
      for (const statement of migration.sql) await session.query(statement);
      await note();
    }
  }
}

/** Holds no lock that a visitor would feel, and cannot run in a transaction. `test/architecture/migrations.test.ts` holds files to this form. */
const concurrentIndex = ({ sql }: MigrationMeta): string | undefined =>
  /^\s*(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) "(\w+)"/i.exec(
    sql[0] ?? "",
  )?.[1];

/** What a build that was interrupted leaves behind: an index of that name which no question uses. */
async function dropBroken(session: MigrationSession, index: string): Promise<void> {
  const { rows } = await session.query(
    "select from pg_index where indexrelid = to_regclass($1) and not indisvalid",
    [`"${index}"`],
  );
  if (rows.length > 0) await session.query(`drop index concurrently "${index}"`);
}

async function transact(
  session: MigrationSession,
  { sql }: MigrationMeta,
  note: () => Promise<unknown>,
): Promise<void> {
  await session.query("begin");
  try {
    for (const statement of sql) await session.query(statement);
    await note();
    await session.query("commit");
  } catch (error) {
    // What failed is what to tell of.
    await session.query("rollback").catch(() => {});
    throw error;
  }
}

async function waitForLocks(
  session: MigrationSession,
  { milliseconds, tries, pause }: LockPatience,
  work: () => Promise<void>,
): Promise<void> {
  await session.query(`set lock_timeout = ${milliseconds}`);
  try {
    for (let tried = 1; ; tried += 1) {
      try {
        await work();
        return;
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        if (tried === tries) throw new TableInUse(tableInUse, { cause: error });
        await wait(pause);
      }
    }
  } finally {
    await session.query("reset lock_timeout").catch(() => {});
  }
}

const tableInUse =
  "The database cannot be brought up to date, because something has held one of its tables for more than a minute: " +
  "a backup, a report, or a transaction that was never ended (see pg_stat_activity). Nothing was changed. " +
  "End it, then start again.";

/** PostgreSQL's lock_not_available. */
const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === "55P03";
