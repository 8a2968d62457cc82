import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { inArray, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { type Transaction, readRows } from "../../../platform/database.ts";
import { videos } from "../../classroom/videos/tables.ts";
import { type Contents, pathInBackup, sumOf, sumUp, writeManifest } from "./manifest.ts";
import { type SchoolTable, countMigrations, fileOf, identifierOf, listTables } from "./school-tables.ts";

/** Of the files of a backup, those of `DATA_DIR/uploads`. */
export const uploadsFolder = "uploads/";

export type Stores = Pick<AppContext, "storage" | "uploads">;
type Sums = Record<string, string>;

const rowsAtOnce = 1000;

/** Tables as of one moment. `stores` undefined: only tables; `secret` undefined: not backed up. Throws BackupError. */
export async function writeBackup(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  stores: Stores | undefined,
  folder: string,
  secret: string | undefined,
): Promise<void> {
  await mkdir(join(folder, "database"), { recursive: true, mode: 0o700 });
  const madeAt = clock.now().toISOString();
  const sums: Sums = {};
  const { migrations, tables, waiting } = await db.transaction(
    async (tx) => {
      const counts = await countMigrations(tx);
      const written = await writeTables(tx, folder, counts, sums);
      return { migrations: counts, tables: written, waiting: stores ? await listWaitingVideos(tx) : [] };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  // Files outlive their rows by a day, except those of erased people, which must be missing.
  const files = stores ? await writeFiles(stores, waiting, folder, sums) : { count: 0, bytes: 0 };
  if (secret !== undefined) {
    await writeFile(join(folder, "secret"), secret, { mode: 0o600, flush: true });
    sums["secret"] = sumOf(secret);
  }
  await writeManifest(folder, { madeAt, migrations, tables, files, hasSecret: secret !== undefined, sums });
}

async function writeTables(tx: Transaction, folder: string, migrations: Contents["migrations"], sums: Sums) {
  const counts: Record<string, number> = {};
  for (const table of await listTables(tx, migrations)) {
    const name = fileOf(table);
    const written = await writeRows(tx, table, join(folder, "database", name));
    counts[name] = written.rows;
    sums[`database/${name}`] = written.sum;
  }
  return counts;
}

async function writeRows(tx: Transaction, table: SchoolTable, path: string) {
  let rows = 0;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const line of readLines(tx, table)) {
      rows += 1;
      yield `${line}\n`;
    }
  };
  const { through, sum } = sumUp();
  await pipeline(
    Readable.from(lines()),
    createGzip(),
    through,
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
  return { rows, sum: sum() };
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
    const rows = await readRows<{ line: string }>(
      tx,
      sql.raw(`fetch forward ${rowsAtOnce} from backup_rows`),
    );
    for (const { line } of rows) yield line;
    if (rows.length < rowsAtOnce) break;
  }
  await tx.execute(sql`close backup_rows`);
}

async function writeFiles(
  { storage, uploads }: Stores,
  waiting: readonly string[],
  folder: string,
  sums: Sums,
): Promise<Contents["files"]> {
  const files = { count: 0, bytes: 0 };
  const write = async (
    name: string,
    found: Awaited<ReturnType<Stores["storage"]["read"]>>,
  ): Promise<void> => {
    // Removed in the meantime: no row names it.
    if (!found) return;
    const path = join(folder, "files", name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const { through, sum } = sumUp();
    await pipeline(found.stream, through, createWriteStream(path, { mode: 0o600 }));
    sums[`files/${name}`] = sum();
    files.count += 1;
    files.bytes += found.size;
  };
  for (const id of waiting) await write(`${uploadsFolder}${id}`, await uploads.read(id));
  for await (const name of storage.list()) {
    // Not ours: consoles make "folders" in a bucket, with names that end with a slash.
    if (pathInBackup.safeParse(`files/${name}`).success) await write(name, await storage.read(name));
  }
  return files;
}

/** Ids. Until they are prepared, the uploaded files are their only copies. */
async function listWaitingVideos(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ id: videos.id })
    .from(videos)
    .where(inArray(videos.state, ["uploaded", "playable"]));
  return rows.map(({ id }) => id);
}
