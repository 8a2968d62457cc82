import { createReadStream, existsSync } from "node:fs";
import { opendir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { sql } from "drizzle-orm";
import { type OpenDatabase, type Transaction, readRows } from "../../../platform/database.ts";
import { migrateInTransaction } from "../../../platform/migrate.ts";
import { BackupError, type Manifest, damaged, sumOfFile } from "./manifest.ts";
import {
  type SchoolTable,
  allMigrations,
  fileOf,
  identifierOf,
  listTables,
  namesAfter,
  readMigrationStates,
  sessionOn,
} from "./school-tables.ts";
import { type Stores, uploadsFolder } from "./write-backup.ts";

export interface CheckedBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly files: readonly string[];
  /** In `database/`: tables of other programs, which earlier versions backed up too. */
  readonly foreignTables: readonly string[];
}

/** Reads everything before anything is written; verifies gzip's checksums and counts. Throws BackupError. */
export async function checkBackup(folder: string, manifest: Manifest): Promise<CheckedBackup> {
  const made = new Set((await namesAfter(manifest.migrations)).map(fileOf));
  const foreignTables = Object.keys(manifest.tables).filter((file) => !made.has(file));
  const files =
    manifest.format === 2
      ? await checkSums(folder, manifest)
      : await checkCounts(folder, manifest, foreignTables);
  return { folder, manifest, files, foreignTables };
}

/** Operators with their own copy of the store may remove the whole `files/` folder. */
async function checkSums(folder: string, { sums }: Extract<Manifest, { format: 2 }>): Promise<string[]> {
  const hasFiles = existsSync(join(folder, "files"));
  const paths = Object.keys(sums).filter((path) => hasFiles || !path.startsWith("files/"));
  for (const path of paths) {
    const sum = await sumOfFile(join(folder, path)).catch(() => undefined);
    if (sum !== sums[path]) throw damaged(folder, path);
  }
  return paths.filter((path) => path.startsWith("files/")).map((path) => path.slice("files/".length));
}

async function checkCounts(folder: string, manifest: Manifest, foreignTables: readonly string[]) {
  for (const [file, expected] of Object.entries(manifest.tables)) {
    if (foreignTables.includes(file)) continue;
    const path = join("database", file);
    let rows = 0;
    await readLines(join(folder, path), () => {
      rows += 1;
    }).catch(() => {
      throw damaged(folder, path);
    });
    if (rows !== expected) throw damaged(folder, path);
  }
  if (manifest.hasSecret && !existsSync(join(folder, "secret"))) throw damaged(folder, "secret");
  const files = await listFiles(join(folder, "files"));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const { count } = manifest.files;
  if (existsSync(join(folder, "files")) && (files.length !== count || bytes !== manifest.files.bytes))
    throw new BackupError(
      `${join(folder, "files")} has ${files.length} files (${bytes} bytes) instead of ${count} (${manifest.files.bytes}). Nothing was changed. Use another copy of this backup, or an earlier backup.`,
    );
  return files.map(({ name }) => name);
}

/** Rejects if the file is damaged. */
async function readLines(path: string, onLine: (line: string) => void | Promise<void>): Promise<void> {
  await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of chunks) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) await onLine(line);
    }
    if (rest !== "") await onLine(rest);
  });
}

async function listFiles(folder: string): Promise<{ name: string; size: number }[]> {
  const found = await opendir(folder, { recursive: true }).catch(() => undefined);
  const files: { name: string; size: number }[] = [];
  for await (const entry of found ?? []) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.push({ name: relative(folder, path).replaceAll(sep, "/"), size: (await stat(path)).size });
  }
  return files;
}

const rowsAtOnce = 500;

/** Files first, then all rows in one transaction, so an interrupted restore can be repeated. Throws BackupError. */
export async function restoreBackup(
  database: OpenDatabase,
  stores: Stores,
  backup: CheckedBackup,
  keepSecret: () => void,
): Promise<void> {
  await database.holdMigrations(async (tx) => {
    await refuseUnlessEmpty(tx, backup.manifest);
    keepSecret();
    await restoreFiles(stores, backup);
    await restoreRows(tx, backup);
  });
}

/** Empty tables may be left from a restore by an earlier version, which created them first. */
async function refuseUnlessEmpty(tx: Transaction, { migrations }: Manifest): Promise<void> {
  const present = (await readMigrationStates(tx)).filter(({ isPresent }) => isPresent);
  if (present.length === 0) return;
  const isOther = present.some(({ journalSchema, done }) => migrations[journalSchema] !== done);
  const counts = Object.fromEntries(present.map(({ journalSchema, done }) => [journalSchema, done]));
  let isFilled = false;
  for (const table of isOther ? [] : await listTables(tx, counts)) {
    const rows = await readRows<unknown>(tx, sql`select 1 as one from ${identifierOf(table)} limit 1`);
    isFilled ||= rows.length > 0;
  }
  if (isOther || isFilled)
    throw new BackupError("This database is not empty. Nothing was changed. Restore into a new one.");
}

async function restoreFiles({ storage, uploads }: Stores, { folder, files }: CheckedBackup): Promise<void> {
  for (const name of files) {
    const path = join(folder, "files", name);
    const [store, place] = name.startsWith(uploadsFolder)
      ? [uploads, name.slice(uploadsFolder.length)]
      : [storage, name];
    await store.writeFrom(place, createReadStream(path), (await stat(path)).size);
  }
}

/** Runs exactly the backup's migrations: later ones expect rows to change. */
async function restoreRows(tx: Transaction, { folder, manifest }: CheckedBackup): Promise<void> {
  for (const set of allMigrations) {
    const count = manifest.migrations[set.journalSchema];
    if (count !== undefined) await migrateInTransaction(sessionOn(tx), set, count);
  }
  const tables = await listTables(tx, manifest.migrations);
  const putBack = await takeKeysAway(tx, tables);
  for (const table of tables)
    if (manifest.tables[fileOf(table)] !== undefined) await fillTable(tx, table, folder);
  await putBack();
  await continueSequences(tx, tables);
}

/** Rows come in any order, so this drops foreign keys and triggers. The returned function restores and checks them. */
async function takeKeysAway(tx: Transaction, tables: readonly SchoolTable[]): Promise<() => Promise<void>> {
  const names = tables.map(({ schema, name }) => `"${schema}"."${name}"`);
  const keys = await readRows<{ table: string; name: string; definition: string }>(
    tx,
    sql`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = any(${sql.param(names)}::text[]::regclass[])
  `,
  );
  for (const { table, name } of keys)
    await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
  for (const table of tables) {
    await tx.execute(sql`alter table ${identifierOf(table)} disable trigger user`);
    await tx.execute(sql`delete from ${identifierOf(table)}`);
  }
  return async () => {
    for (const { table, name, definition } of keys)
      await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`));
    for (const table of tables) await tx.execute(sql`alter table ${identifierOf(table)} enable trigger user`);
  };
}

async function fillTable(tx: Transaction, table: SchoolTable, folder: string): Promise<void> {
  const columns = sql.join(
    table.columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const place = identifierOf(table);
  let lines: string[] = [];
  const insert = async (): Promise<void> => {
    await tx.execute(sql`
      insert into ${place} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${place}, ${`[${lines.join(",")}]`}::json)
    `);
    lines = [];
  };
  await readLines(join(folder, "database", fileOf(table)), async (line) => {
    lines.push(line);
    if (lines.length === rowsAtOnce) await insert();
  });
  if (lines.length > 0) await insert();
}

async function continueSequences(tx: Transaction, tables: readonly SchoolTable[]): Promise<void> {
  const names = tables.map(({ schema, name }) => `"${schema}"."${name}"`);
  const rows = await readRows<{ table: string; column: string; sequence: string }>(
    tx,
    sql`
    select c.oid::regclass::text as "table", a.attname as column, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.oid = any(${sql.param(names)}::text[]::regclass[])
      and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null
  `,
  );
  for (const { table, column, sequence } of rows)
    await tx.execute(
      sql`select setval(${sequence}, coalesce((select max(${sql.identifier(column)}) from ${sql.raw(table)}), 0) + 1, false)`,
    );
}
