import { createWriteStream } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { inArray, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { type Database, type Transaction, readRows } from "../../../platform/database.ts";
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
  const files = createFiles(folder, sums);
  // Before the rows that say that they wait, because an original is removed once its video is prepared.
  if (stores) await writeOriginals(stores.uploads, await listWaitingVideos(db), files);
  const { migrations, tables, waiting } = await db.transaction(
    async (tx) => {
      const counts = await countMigrations(tx);
      const written = await writeTables(tx, folder, counts, sums);
      return { migrations: counts, tables: written, waiting: stores ? await listWaitingVideos(tx) : [] };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  if (stores) {
    await writeOriginals(stores.uploads, waiting, files);
    await writeStored(stores.storage, files);
  }
  if (secret !== undefined) {
    await writeFile(join(folder, "secret"), secret, { mode: 0o600, flush: true });
    sums["secret"] = sumOf(secret);
  }
  const contents = { madeAt, migrations, tables, files: files.total() };
  await writeManifest(folder, { ...contents, hasSecret: secret !== undefined, sums });
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

interface Files {
  readonly write: (name: string, found: Awaited<ReturnType<Stores["storage"]["read"]>>) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  readonly names: () => string[];
  readonly total: () => Contents["files"];
}

function createFiles(folder: string, sums: Sums): Files {
  const sizes = new Map<string, number>();
  const pathOf = (name: string): string => join(folder, "files", name);
  return {
    write: async (name, found) => {
      if (!found) return;
      await mkdir(dirname(pathOf(name)), { recursive: true, mode: 0o700 });
      const { through, sum } = sumUp();
      await pipeline(found.stream, through, createWriteStream(pathOf(name), { mode: 0o600 }));
      sums[`files/${name}`] = sum();
      sizes.set(name, found.size);
    },
    remove: async (name) => {
      await rm(pathOf(name));
      delete sums[`files/${name}`];
      sizes.delete(name);
    },
    names: () => [...sizes.keys()],
    total: () => ({
      count: sizes.size,
      bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    }),
  };
}

/** Files outlive their rows by a day, except those of erased people, which must be missing. */
async function writeStored(storage: Stores["storage"], files: Files): Promise<void> {
  for await (const name of storage.list()) {
    // Not ours: consoles make "folders" in a bucket, with names that end with a slash.
    if (pathInBackup.safeParse(`files/${name}`).success) await files.write(name, await storage.read(name));
  }
}

/** Of videos that are not prepared yet, these are the only copies. */
async function writeOriginals(uploads: Stores["uploads"], ids: readonly string[], files: Files) {
  const wanted = ids.map((id) => `${uploadsFolder}${id}`);
  const written = files.names().filter((name) => name.startsWith(uploadsFolder));
  for (const name of written) if (!wanted.includes(name)) await files.remove(name);
  for (const name of wanted)
    if (!written.includes(name))
      await files.write(name, await uploads.read(name.slice(uploadsFolder.length)));
}

async function listWaitingVideos(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: videos.id })
    .from(videos)
    .where(inArray(videos.state, ["uploaded", "playable"]));
  return rows.map(({ id }) => id);
}
