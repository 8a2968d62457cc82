import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../src/platform/database.ts";
import { rowsOf } from "./recognize.ts";

export type RemoveWhere = (table: string, condition: SQL) => Promise<void>;

/**
 * The returned function removes dependent rows first, and sets nullable references to null. It counts the
 * rows of each table in `removed`.
 */
export async function prepareRemoval(tx: Transaction, removed: Map<string, number>): Promise<RemoveWhere> {
  const references = await readReferences(tx);
  const removeWhere: RemoveWhere = async (table, condition) => {
    const name = sql.identifier(table);
    for (const reference of references.filter(({ parent }) => parent === table)) {
      const [child, column] = [sql.identifier(reference.child), sql.identifier(reference.column)];
      const parentColumn = sql.identifier(reference.parentColumn);
      const isReference = sql`${column} in (select ${parentColumn} from ${name} where ${condition})`;
      if (reference.isRequired) await removeWhere(reference.child, isReference);
      else await tx.execute(sql`update ${child} set ${column} = null where ${isReference}`);
    }
    addRemoved(removed, table, await rowsOf(tx, sql`delete from ${name} where ${condition} returning 1`));
  };
  return removeWhere;
}

interface Reference {
  readonly child: string;
  readonly column: string;
  readonly isRequired: boolean;
  readonly parent: string;
  readonly parentColumn: string;
}

/** From the database catalog, so tables added later are covered too. */
const readReferences = (tx: Transaction): Promise<Reference[]> =>
  rowsOf(
    tx,
    sql`select child.relname as child, a.attname as column, a.attnotnull as "isRequired", parent.relname as parent,
          pa.attname as "parentColumn"
        from pg_constraint con
        join pg_class child on child.oid = con.conrelid
        join pg_class parent on parent.oid = con.confrelid
        join pg_attribute a on a.attrelid = con.conrelid and a.attnum = con.conkey[1]
        join pg_attribute pa on pa.attrelid = con.confrelid and pa.attnum = con.confkey[1]
        where con.contype = 'f' and con.connamespace = 'public'::regnamespace`,
  );

export function addRemoved(removed: Map<string, number>, table: string, rows: readonly unknown[]): void {
  if (rows.length > 0) removed.set(table, (removed.get(table) ?? 0) + rows.length);
}
