import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Transaction } from "../../platform/database.ts";
import type { Manifest } from "./manifest.ts";
import { type SchoolTable, countMigrations, fileOf, identifierOf, listTables } from "./school-tables.ts";

type Storage = AppContext["storage"];

const rowsAtOnce = 1000;

/**
 * Writes everything of the school into a new folder: each table as JSON Lines, as it was at one moment, then the files.
 * On the embedded database, which has one connection, everything else waits for the tables.
 *
 * @param storage undefined: the tables alone
 * @param secret undefined: the operator keeps it
 */
export async function writeBackup(
  { db, clock, storage }: Pick<AppContext, "db" | "clock"> & { readonly storage: Storage | undefined },
  folder: string,
  secret: string | undefined,
): Promise<Manifest> {
  await mkdir(join(folder, "database"), { recursive: true, mode: 0o700 });
  const madeAt = clock.now().toISOString();
  const { migrations, tables } = await db.transaction(
    async (tx) => ({ migrations: await countMigrations(tx), tables: await writeTables(tx, folder) }),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  // Files outlast the rows that name them by a day, but for those of people who have been erased: these shall be missing.
  const files = storage ? await writeFiles(storage, folder) : { count: 0, bytes: 0 };
  if (secret !== undefined) await writeFile(join(folder, "secret"), secret, { mode: 0o600 });
  const manifest: Manifest = {
    format: 1,
    madeAt,
    migrations,
    tables,
    files,
    hasSecret: secret !== undefined,
  };
  await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

async function writeTables(tx: Transaction, folder: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await listTables(tx)) {
    const file = join(folder, "database", fileOf(table));
    counts[fileOf(table)] = await writeRows(tx, table, file, createGzip());
  }
  return counts;
}

/** As JSON Lines, through `transform`. Returns how many. */
export async function writeRows(
  tx: Transaction,
  table: SchoolTable,
  path: string,
  transform: Transform,
): Promise<number> {
  let count = 0;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const line of readLines(tx, table)) {
      count += 1;
      yield `${line}\n`;
    }
  };
  await pipeline(Readable.from(lines()), transform, createWriteStream(path, { mode: 0o600 }));
  return count;
}

async function* readLines(tx: Transaction, table: SchoolTable): AsyncGenerator<string> {
  const columns = sql.join(
    table.columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  await tx.execute(sql`
    declare backup_rows no scroll cursor for
    select row_to_json(each)::text as line from (select ${columns} from ${identifierOf(table)}) each
  `);
  for (;;) {
    const { rows } = (await tx.execute(sql.raw(`fetch forward ${rowsAtOnce} from backup_rows`))) as {
      rows: { line: string }[];
    };
    for (const { line } of rows) yield line;
    if (rows.length < rowsAtOnce) break;
  }
  await tx.execute(sql`close backup_rows`);
}

export async function writeFiles(storage: Storage, folder: string): Promise<Manifest["files"]> {
  const files = { count: 0, bytes: 0 };
  for await (const name of storage.list()) {
    const found = await storage.read(name);
    // Removed meanwhile: no row names it.
    if (!found) continue;
    const path = join(folder, "files", name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }));
    files.count += 1;
    files.bytes += found.size;
  }
  return files;
}
