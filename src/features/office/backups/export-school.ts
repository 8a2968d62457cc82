import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { type SchoolTable, countMigrations, listTables } from "./school-tables.ts";
import { writeFiles, writeRows } from "./write-backup.ts";

/** What only Senga itself can use: secrets, mail that waits, work that is due, and what is made from other tables. */
const leftOut = new Set([
  "class_search",
  "demonstrations",
  "erasures",
  "finish_checks",
  "instructor_reach",
  "issuer_keys",
  "newsletter_links",
  "outbox",
  "rate_limits",
  "sitemap_files",
  "uploads",
  "vocabulary",
  "vocabulary_alike",
]);
const isExported = ({ schema, name }: SchoolTable): boolean => schema === "public" && !leftOut.has(name);

interface ExportedTable {
  readonly rows: number;
  /** PostgreSQL's types, by column. */
  readonly columns: Readonly<Record<string, string>>;
  /** By column: `table.column`. */
  readonly references: Readonly<Record<string, string>>;
}

export interface Exported {
  /** ISO 8601, UTC: what the tables held then. */
  readonly madeAt: string;
  readonly tables: Readonly<Record<string, ExportedTable>>;
  readonly files: { readonly count: number; readonly bytes: number };
}

/**
 * Writes the school into a new folder, for other software: a JSON Lines file for each table, as it was at one moment,
 * `tables.json`, which says what they are, and the files that rows name. It holds no passwords and no keys.
 */
export async function exportSchool(
  { db, clock, storage }: Pick<AppContext, "db" | "clock" | "storage">,
  folder: string,
): Promise<Exported> {
  await mkdir(join(folder, "tables"), { recursive: true, mode: 0o700 });
  const madeAt = clock.now().toISOString();
  const tables = await db.transaction(
    async (tx) => {
      const written: Record<string, ExportedTable> = {};
      for (const table of (await listTables(tx, await countMigrations(tx))).filter(isExported)) {
        const path = join(folder, "tables", `${table.name}.jsonl`);
        const { rows } = await writeRows(tx, table, path, new PassThrough());
        written[table.name] = { rows, ...(await describe(tx, table)) };
      }
      return written;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  const exported = { madeAt, tables, files: await writeFiles(storage, folder, {}) };
  await writeFile(join(folder, "tables.json"), `${JSON.stringify(exported, null, 2)}\n`);
  return exported;
}

async function describe(
  tx: Transaction,
  { schema, name, columns }: SchoolTable,
): Promise<Pick<ExportedTable, "columns" | "references">> {
  const { rows } = (await tx.execute(sql`
    select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type, (
      select c.confrelid::regclass::text || '.' || f.attname
      from pg_constraint c join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
      where c.contype = 'f' and c.conrelid = a.attrelid and c.conkey = array[a.attnum]
      limit 1
    ) as target
    from pg_attribute a
    where a.attrelid = format('%I.%I', ${schema}::text, ${name}::text)::regclass
      and a.attname = any(${sql.param(columns)}::text[])
    order by a.attnum
  `)) as { rows: { name: string; type: string; target: string | null }[] };
  return {
    columns: Object.fromEntries(rows.map((column) => [column.name, column.type])),
    references: Object.fromEntries(
      rows.flatMap((column) => (column.target === null ? [] : [[column.name, column.target]])),
    ),
  };
}
