import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { TestApp } from "./app.ts";

/** The text, with what its JWTs say in their place. */
export const readJwts = (text: string): string =>
  text.replace(/eyJ[\w-]+\.([\w-]+)\.[\w-]+/g, (_, payload: string) =>
    Buffer.from(payload, "base64url").toString(),
  );

/** Tables of the school, and of its identity provider, with a row that holds the text in any of its columns. */
export async function tablesWith({ context: { db } }: TestApp, text: string): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'identity') and table_type = 'BASE TABLE'
  `)) as { rows: { schema: string; name: string }[] };
  const found: string[] = [];
  for (const table of rows) {
    const place = sql`${sql.identifier(table.schema)}.${sql.identifier(table.name)}`;
    const hits = (await db.execute(
      sql`select row::text from ${place} row where row::text ilike any (${sql.param([`%${text}%`, "%eyJ%"])})`,
    )) as { rows: { row: string }[] };
    if (hits.rows.some(({ row }) => readJwts(row).toLowerCase().includes(text.toLowerCase())))
      found.push(table.name);
  }
  return found;
}

/** Of the storage and of the uploads, in order. */
export async function storedFiles({ context }: TestApp): Promise<string[]> {
  const { dataDir } = context.settings;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dataDir.length))
    .filter((path) => /^.(pictures|uploads|encoding)/.test(path))
    .toSorted();
}

/** Those whose bytes hold the text. */
export async function filesWith(app: TestApp, text: string): Promise<string[]> {
  const paths = await storedFiles(app);
  const holding = await Promise.all(
    paths.map(async (path) => (await readFile(app.context.settings.dataDir + path)).includes(text)),
  );
  return paths.filter((path, at) => path.includes(text) || holding[at]);
}
