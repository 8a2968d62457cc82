import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database.ts";

export interface SchoolTable {
  readonly schema: string;
  readonly name: string;
  /** Those that can be written. */
  readonly columns: readonly string[];
}

/** Every table but the journals of the migrations, which a restored site writes itself. */
export async function listTables(db: Database): Promise<SchoolTable[]> {
  const { rows } = (await db.execute(sql`
    select n.nspname as schema, c.relname as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      ) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$|migrations_)'
    order by 1, 2
  `)) as { rows: SchoolTable[] };
  return rows;
}

/** How many migrations each journal holds. */
export async function countMigrations(db: Database): Promise<Record<string, number>> {
  const { rows } = (await db.execute(sql`
    select n.nspname as schema from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relname = 'migrations' and n.nspname like 'migrations\\_%'
  `)) as { rows: { schema: string }[] };
  const counts: Record<string, number> = {};
  for (const { schema } of rows) {
    const found = (await db.execute(
      sql`select count(*)::int as number from ${sql.identifier(schema)}.migrations`,
    )) as { rows: { number: number }[] };
    counts[schema] = found.rows[0]?.number ?? 0;
  }
  return counts;
}

export const identifierOf = ({ schema, name }: SchoolTable) =>
  sql`${sql.identifier(schema)}.${sql.identifier(name)}`;

export const fileOf = ({ schema, name }: SchoolTable): string => `${schema}.${name}.jsonl.gz`;
