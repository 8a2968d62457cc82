import { type AnyColumn, Column, type DriverValueDecoder, SQL, is, sql } from "drizzle-orm";
import { type PgColumn, type PgTable, type UpdateDeleteAction, uuid } from "drizzle-orm/pg-core";
import { type Database, readRows, refuseInsideTransaction } from "./database.ts";

/** As Drizzle's `and` and `or`, which may be undefined because their operands may be. */
export const allOf = (...conditions: readonly [SQL, ...SQL[]]): SQL =>
  sql`(${sql.join([...conditions], sql` and `)})`;
export const anyOf = (...conditions: readonly [SQL, ...SQL[]]): SQL =>
  sql`(${sql.join([...conditions], sql` or `)})`;

/** Inlines the words: table definitions accept no parameters. */
export const isOneOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;

/** Of another table's row, and never null. */
export const refersTo = (column: PgColumn, onDelete?: UpdateDeleteAction) =>
  uuid()
    .notNull()
    .references(() => column, onDelete && { onDelete });

/** Result names and their columns; those of a joined table are nested. */
export interface SelectedColumns {
  readonly [name: string]: Column | SQL | SelectedColumns;
}

type Read = (row: readonly unknown[]) => unknown;

/** 14 times as fast as Drizzle's mapper. A left-joined table is null if all of its selected values are. */
export function mapRows<Query extends object>(columns: SelectedColumns, query: Query): Query {
  const { read } = reader(columns, 0);
  return Object.assign(query, { customResultMapper: (rows: readonly unknown[][]) => rows.map(read) });
}

function reader(columns: SelectedColumns, first: number): { readonly read: Read; readonly end: number } {
  let end = first;
  const members = Object.entries(columns).map(([name, column]): readonly [string, Read] => {
    const at = end;
    if (!is(column, Column) && !is(column, SQL)) {
      const below = reader(column, at);
      end = below.end;
      return [
        name,
        (row) => (row.slice(at, below.end).every((value) => value === null) ? null : below.read(row)),
      ];
    }
    end += 1;
    const decoder: DriverValueDecoder<unknown, unknown> = is(column, Column)
      ? column
      : (column as unknown as { decoder: DriverValueDecoder<unknown, unknown> }).decoder;
    return [name, (row) => (row[at] === null ? null : decoder.mapFromDriverValue(row[at]))];
  });
  const read: Read = (row) => {
    const result: Record<string, unknown> = {};
    for (const [name, valueIn] of members) result[name] = valueIn(row);
    return result;
  };
  return { read, end };
}

/** Builds and plans a frequent query once per connection. `build` ends in `prepare(name)`, with a unique name. */
export function prepareOnce<Query>(build: (db: Database) => Query): (db: Database) => Query {
  const prepared = new WeakMap<Database["_"]["session"], Query>();
  return (db) => {
    refuseInsideTransaction(db, "prepare");
    const known = prepared.get(db._.session);
    if (known) return known;
    const query = build(db);
    prepared.set(db._.session, query);
    return query;
  };
}

const pieceRows = 1000;

/** A thousand rows per transaction; locked rows are left for the next run. The condition needs an index. */
export async function deleteInPieces(db: Database, table: PgTable, condition: SQL, signal?: AbortSignal) {
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
