import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.ts";

/**
 * Counts rows, up to `most`. Materialized, because PostgreSQL would otherwise expect matches soon and read the
 * whole table.
 */
export async function countUpTo(
  db: Database,
  table: PgTable,
  condition: SQL | undefined,
  most: number,
): Promise<number> {
  const { rows } = (await db.execute(sql`
    with matching as materialized (select 1 from ${table} where ${condition ?? sql`true`})
    select count(*)::int as count from (select 1 from matching limit ${most}) first
  `)) as { rows: { count: number }[] };
  return rows[0]?.count ?? 0;
}
