import { codeOf } from "./error-code.ts";
import { setTimeout as wait } from "node:timers/promises";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type { MigrationSet } from "./database.ts";

export interface MigrationSession {
  query(text: string): Promise<{ rows: unknown[] }>;
}

export interface LockTimeout {
  /** PostgreSQL's `lock_timeout`: other queries for the table queue behind a waiting migration. */
  readonly milliseconds: number;
  readonly tries: number;
  /** Milliseconds for the queued queries to run. */
  readonly pause: number;
}

const lockTimeout: LockTimeout = { milliseconds: 2000, tries: 30, pause: 1000 };

export class TableInUse extends Error {}

/** This version of Senga must not use this database. The message gives the remedy. */
export class UnsuitableDatabase extends Error {}

export interface MigrationState {
  readonly isPresent: boolean;
  readonly done: number;
  readonly pending: number;
  readonly newer: number;
  readonly needsNewer: boolean;
  readonly isForeign: boolean;
}

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

/** Unlike Drizzle's migrator, supports `create index concurrently`. Throws TableInUse, UnsuitableDatabase. */
export async function migrate(session: MigrationSession, set: MigrationSet, locks = lockTimeout) {
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

/** Builds indexes under lock, so the site must be stopped. Runs at most `count` migrations; returns how many. */
export async function migrateInTransaction(
  session: MigrationSession,
  set: MigrationSet,
  count?: number,
): Promise<number> {
  await session.query(`set local lock_timeout = ${lockTimeout.milliseconds * lockTimeout.tries}`);
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

async function findPending(session: MigrationSession, set: MigrationSet, count?: number) {
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
  "A newer version of Senga has changed this database, and this version can't use it anymore. Nothing was changed. " +
  "Start the newer version, or restore the backup from before the upgrade into a new database and start this version on that.";

const foreignJournal = (schema: string): string =>
  `The journal ${schema}.migrations of this database does not match the migrations of this version of Senga. Nothing was ` +
  "changed. Start the version that this database belongs to.";

/** Tables without a journal are not Senga's. */
async function refuseOtherProgram(session: MigrationSession, migrations: readonly MigrationMeta[]) {
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

/** Marks a migration that breaks earlier versions, which then refuse to start. */
export const breaksEarlierVersions = /^-- breaks earlier versions$/im;

/** Doesn't block writes, but can't run in a transaction; `test/architecture/migrations.test.ts` enforces this form. */
const concurrentIndex = ({ sql }: MigrationMeta): string | undefined =>
  /^\s*(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) "(\w+)"/i.exec(
    sql[0] ?? "",
  )?.[1];

/** An interrupted build leaves an invalid index of that name, which no query uses. */
async function dropBroken(session: MigrationSession, index: string, how = ""): Promise<void> {
  const { rows } = await session.query(
    `select from pg_index where indexrelid = to_regclass('"${index}"') and not indisvalid`,
  );
  if (rows.length > 0) await session.query(`drop index ${how} "${index}"`);
}

async function transact(session: MigrationSession, { sql }: MigrationMeta, note: () => Promise<unknown>) {
  await session.query("begin");
  try {
    for (const statement of sql) await session.query(statement);
    await note();
    await session.query("commit");
  } catch (error) {
    await session.query("rollback").catch(() => {});
    throw error;
  }
}

async function waitForLocks(
  session: MigrationSession,
  { milliseconds, tries, pause }: LockTimeout,
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
  "The database cannot be migrated, because one of its tables has been locked for more than a minute by " +
  "a backup, a report, or a transaction that was never ended (see pg_stat_activity). Nothing was changed. " +
  "End it, then start again.";

/** PostgreSQL's lock_not_available. */
const isLockTimeout = (error: unknown): boolean => codeOf(error) === "55P03";
