import { setTimeout as wait } from "node:timers/promises";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type { MigrationSet } from "./database.ts";

/** One connection. */
export interface MigrationSession {
  query(text: string): Promise<{ rows: unknown[] }>;
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

/** This version of Senga must not work on this database. The message says what to do. */
export class UnsuitableDatabase extends Error {}

export interface MigrationState {
  /** Whether the database has this journal. */
  readonly isPresent: boolean;
  /** Of this version's migrations, those that the database has seen. */
  readonly done: number;
  readonly pending: number;
  /** Migrations of a newer version. */
  readonly newer: number;
  /** Whether one of the newer migrations leaves nothing that this version could work with. */
  readonly needsNewer: boolean;
  /** Whether the journal is not one that any version of this line could have written. */
  readonly isForeign: boolean;
}

/** Changes nothing. */
export async function readMigrationState(
  session: MigrationSession,
  { folder, journalSchema }: MigrationSet,
): Promise<MigrationState> {
  const known = readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis);
  const numbersIn = async (table: string): Promise<readonly number[] | undefined> => {
    const place = `"${journalSchema}".${table}`;
    const [found] = (await session.query(`select to_regclass('${place}') is not null as "isThere"`)).rows as [
      { isThere: boolean },
    ];
    if (!found.isThere) return undefined;
    const { rows } = await session.query(`select created_at from ${place} order by created_at`);
    return (rows as { created_at: string | number | null }[]).map((row) => Number(row.created_at));
  };
  const seen = await numbersIn("migrations");
  const newest = known.at(-1) ?? 0;
  const isNewer = (number: number): boolean => number > newest;
  const ours = (seen ?? []).filter((number) => !isNewer(number));
  return {
    isPresent: seen !== undefined,
    done: ours.length,
    pending: known.length - ours.length,
    newer: (seen ?? []).length - ours.length,
    needsNewer: ((await numbersIn("breaking")) ?? []).some(isNewer),
    isForeign: ours.some((number, index) => number !== known[index]),
  };
}

/**
 * Runs what the database has not seen and writes it into Drizzle's journal, outside of a transaction. Drizzle's own migrator knows
 * one transaction for all, in which `create index concurrently` fails, and does not wait for locks in a way that lets others
 * pass. Throws TableInUse when something holds a table throughout, UnsuitableDatabase.
 */
export async function migrate(session: MigrationSession, set: MigrationSet, locks = patience): Promise<void> {
  for (const migration of await findPending(session, set)) {
    const note = () => noteDone(session, set, migration);
    const index = concurrentIndex(migration);
    if (index === undefined) await waitForLocks(session, locks, () => transact(session, migration, note));
    else {
      await dropBroken(session, index, "concurrently");
      for (const statement of migration.sql) await session.query(statement);
      await note();
    }
  }
}

/**
 * The same within the caller's transaction, so that all of it can be taken back. Indexes are built in it too, which keeps writers
 * from their tables: for a site that is stopped. Returns how many migrations ran.
 *
 * @param count as many of the set's migrations, where not all
 */
export async function migrateInTransaction(
  session: MigrationSession,
  set: MigrationSet,
  count?: number,
): Promise<number> {
  await session.query(`set local lock_timeout = ${patience.milliseconds * patience.tries}`);
  const pending = await findPending(session, set, count);
  try {
    for (const migration of pending) {
      const index = concurrentIndex(migration);
      if (index !== undefined) await dropBroken(session, index);
      for (const statement of migration.sql)
        await session.query(index === undefined ? statement : statement.replace(/\bconcurrently\b/i, ""));
      await noteDone(session, set, migration);
    }
  } catch (error) {
    throw isLockTimeout(error) ? new TableInUse(tableInUse, { cause: error }) : error;
  }
  return pending.length;
}

async function findPending(
  session: MigrationSession,
  set: MigrationSet,
  count?: number,
): Promise<MigrationMeta[]> {
  const { folder, journalSchema } = set;
  const { isPresent, done, needsNewer, isForeign } = await readMigrationState(session, set);
  if (needsNewer) throw new UnsuitableDatabase(needsNewerVersion);
  if (isForeign) throw new UnsuitableDatabase(foreignJournal(journalSchema));
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  if (!isPresent) await refuseOtherProgram(session, migrations);
  await session.query(`create schema if not exists "${journalSchema}"`);
  await session.query(
    `create table if not exists "${journalSchema}".migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  await session.query(
    `create table if not exists "${journalSchema}".breaking (created_at bigint primary key)`,
  );
  return migrations.slice(done, count);
}

const needsNewerVersion =
  "A newer version of Senga has changed this database so that this version can't work on it. Nothing was changed. " +
  "Start the newer version; or restore the backup from before the upgrade into a new database, and start this one there.";

const foreignJournal = (schema: string): string =>
  `The journal ${schema}.migrations of this database lists other migrations than this version of Senga has. Nothing was ` +
  "changed. Start the version that this database belongs to.";

/** Tables without a journal are not Senga's. */
async function refuseOtherProgram(
  session: MigrationSession,
  migrations: readonly MigrationMeta[],
): Promise<void> {
  const names = migrations
    .flatMap(({ sql }) => sql)
    .flatMap((statement) => /^\s*create table ((?:"\w+"\.)?"\w+")/i.exec(statement)?.[1] ?? []);
  if (names.length === 0) return;
  const { rows } = await session.query(
    `select name from unnest(array[${names.map((name) => `'${name}'`).join()}]) name where to_regclass(name) is not null limit 1`,
  );
  const [found] = rows as { name: string }[];
  if (found)
    throw new UnsuitableDatabase(
      `This database has a table ${found.name.replaceAll('"', "")} that is not Senga's, so another program uses it. Nothing was ` +
        "changed. Give Senga a database of its own.",
    );
}

async function noteDone(
  session: MigrationSession,
  { journalSchema }: MigrationSet,
  { hash, folderMillis, sql }: MigrationMeta,
): Promise<void> {
  await session.query(
    `insert into "${journalSchema}".migrations (hash, created_at) values ('${hash}', ${folderMillis})`,
  );
  if (sql.some((statement) => breaksEarlierVersions.test(statement)))
    await session.query(`insert into "${journalSchema}".breaking (created_at) values (${folderMillis})`);
}

/** A line of a migration that versions without it can't live with, such as one that drops a table: they refuse to start then. */
export const breaksEarlierVersions = /^-- breaks earlier versions$/im;

/** Holds no lock that a visitor would feel, and cannot run in a transaction. `test/architecture/migrations.test.ts` holds files to this form. */
const concurrentIndex = ({ sql }: MigrationMeta): string | undefined =>
  /^\s*(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) "(\w+)"/i.exec(
    sql[0] ?? "",
  )?.[1];

/** What a build that was interrupted leaves behind: an index of that name which no question uses. */
async function dropBroken(session: MigrationSession, index: string, how = ""): Promise<void> {
  const { rows } = await session.query(
    `select from pg_index where indexrelid = to_regclass('"${index}"') and not indisvalid`,
  );
  if (rows.length > 0) await session.query(`drop index ${how} "${index}"`);
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
