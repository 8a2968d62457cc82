import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { type Database, readRows } from "./database.ts";

const pieceRows = 1000;

/** A thousand rows per transaction; locked rows are left for the next run. The condition needs an index. */
export async function deleteInPieces(
  db: Database,
  table: PgTable,
  condition: SQL,
  signal?: AbortSignal,
): Promise<void> {
  const piece = db
    .select({ at: sql`ctid` })
    .from(table)
    .where(condition)
    .limit(pieceRows)
    .for("update", { skipLocked: true });
  for (;;) {
    const rows = await readRows<{ number: number }>(
      db,
      sql`
      with gone as (delete from ${table} where ctid = any(array${piece}) returning 1)
      select count(*)::int as number from gone
    `,
    );
    if ((rows[0]?.number ?? 0) < pieceRows || signal?.aborted) return;
  }
}
