import { createReadStream } from "node:fs";
import { cp, mkdtemp, opendir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative, sep } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { sandboxMigrations, schoolMigrations } from "../../migrations.ts";
import type { Database, MigrationSet, OpenDatabase, Transaction } from "../../platform/database.ts";
import { BackupError, type Manifest, readManifest } from "./manifest.ts";
import { type SchoolTable, countMigrations, fileOf, identifierOf, listTables } from "./school-tables.ts";

const rowsAtOnce = 500;

/** Into an empty database. The next start runs the migrations that are newer than the backup. Throws BackupError. */
export async function restoreBackup(
  { database, storage }: { readonly database: OpenDatabase; readonly storage: AppContext["storage"] },
  folder: string,
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await restoreRows(database, folder, manifest);
  await restoreFiles(storage, join(folder, "files"), manifest);
  return manifest;
}

/** Throws BackupError. */
export async function restoreRows(database: OpenDatabase, folder: string, manifest: Manifest): Promise<void> {
  const { db } = database;
  await refuseUnlessEmpty(db, manifest);
  await migrateAsFar(database, manifest.migrations);
  await db.transaction(async (tx) => {
    const tables = await listTables(tx);
    const known = new Set(tables.map(fileOf));
    const strange = Object.keys(manifest.tables).filter((file) => !known.has(file));
    if (strange.length > 0)
      throw new BackupError(`This version of Senga has no place for ${strange.join(", ")} of the backup.`);
    const putBack = await takeKeysAway(tx, tables);
    for (const table of tables) await fillTable(tx, table, folder, manifest);
    await putBack();
    await continueSequences(tx);
  });
}

/** Empty tables are those of a restore that failed. */
async function refuseUnlessEmpty(db: Database, { migrations }: Manifest): Promise<void> {
  const tables = await listTables(db);
  if (tables.length === 0) return;
  const present = await countMigrations(db);
  const isOther = Object.entries(present).some(([schema, count]) => migrations[schema] !== count);
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = (await db.execute(sql`select 1 as one from ${identifierOf(table)} limit 1`)) as {
        rows: unknown[];
      };
      return rows.length;
    }),
  );
  if (isOther || counts.some((count) => count > 0))
    throw new BackupError("This database is not empty. Restore into a new one: nothing was changed.");
}

/** Runs the migrations that made the backup's tables, and no later ones: those expect rows to change. */
async function migrateAsFar(database: OpenDatabase, counts: Manifest["migrations"]): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), "senga-migrations-"));
  try {
    const sets: MigrationSet[] = [];
    for (const set of [...schoolMigrations, sandboxMigrations]) {
      const count = counts[set.journalSchema];
      if (count === undefined) continue;
      const folder = join(temporary, basename(set.folder));
      await cp(set.folder, folder, { recursive: true });
      const file = join(folder, "meta", "_journal.json");
      const journal = JSON.parse(await readFile(file, "utf8")) as { entries: unknown[] };
      if (journal.entries.length < count)
        throw new BackupError("The backup was made by a newer version of Senga. Restore it with that one.");
      await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
      sets.push({ ...set, folder });
    }
    await database.migrate(sets);
  } finally {
    await rm(temporary, { recursive: true });
  }
}

/** Foreign keys and triggers, while rows come in no order. Returns what brings them back: every key is checked then. */
async function takeKeysAway(tx: Transaction, tables: readonly SchoolTable[]): Promise<() => Promise<void>> {
  const { rows: keys } = (await tx.execute(sql`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f'
  `)) as { rows: { table: string; name: string; definition: string }[] };
  for (const { table, name } of keys)
    await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
  for (const table of tables) {
    await tx.execute(sql`alter table ${identifierOf(table)} disable trigger user`);
    await tx.execute(sql`truncate ${identifierOf(table)}`);
  }
  return async () => {
    for (const { table, name, definition } of keys)
      await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`));
    for (const table of tables) await tx.execute(sql`alter table ${identifierOf(table)} enable trigger user`);
  };
}

async function fillTable(
  tx: Transaction,
  table: SchoolTable,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  const expected = manifest.tables[fileOf(table)];
  if (expected === undefined) return;
  const columns = sql.join(
    table.columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const place = identifierOf(table);
  const insert = (lines: readonly string[]) =>
    tx.execute(sql`
      insert into ${place} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${place}, ${`[${lines.join(",")}]`}::json)
    `);
  let count = 0;
  let lines: string[] = [];
  const file = createReadStream(join(folder, "database", fileOf(table)));
  for await (const line of createInterface({ input: file.pipe(createGunzip()), crlfDelay: Infinity })) {
    lines.push(line);
    count += 1;
    if (lines.length < rowsAtOnce) continue;
    await insert(lines);
    lines = [];
  }
  if (lines.length > 0) await insert(lines);
  if (count !== expected)
    throw new BackupError(
      `${fileOf(table)} holds ${count} rows instead of ${expected}: the backup is damaged.`,
    );
}

async function continueSequences(tx: Transaction): Promise<void> {
  const { rows } = (await tx.execute(sql`
    select c.oid::regclass::text as "table", a.attname as column, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$|migrations_)'
      and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null
  `)) as { rows: { table: string; column: string; sequence: string }[] };
  for (const { table, column, sequence } of rows)
    await tx.execute(
      sql`select setval(${sequence}, coalesce((select max(${sql.identifier(column)}) from ${sql.raw(table)}), 0) + 1, false)`,
    );
}

async function restoreFiles(
  storage: AppContext["storage"],
  folder: string,
  { files }: Manifest,
): Promise<void> {
  let count = 0;
  for await (const path of filesIn(folder)) {
    const { size } = await stat(path);
    await storage.writeFrom(relative(folder, path).replaceAll(sep, "/"), createReadStream(path), size);
    count += 1;
  }
  if (count < files.count)
    throw new BackupError(`The backup holds ${count} files instead of ${files.count}: it is damaged.`);
}

async function* filesIn(folder: string): AsyncGenerator<string> {
  const found = await opendir(folder, { recursive: true }).catch(() => undefined);
  if (!found) return;
  for await (const entry of found) if (entry.isFile()) yield join(entry.parentPath, entry.name);
}
