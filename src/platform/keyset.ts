import {
  type AnyColumn,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  and,
  asc,
  desc,
  eq,
  gt,
  lt,
  or,
  sql,
} from "drizzle-orm";
import { z } from "zod";
import type { PgTable } from "drizzle-orm/pg-core";
import { Problem, problems } from "./errors.ts";
import { type Database, readRows } from "./database.ts";

const maxPageSize = 100;

export const pageQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(maxPageSize)
    .transform((limit) => Math.min(limit, maxPageSize))
    .describe(`A larger one is served as ${maxPageSize}`),
  cursor: z
    .string()
    .max(500)
    .optional()
    .describe('Where the next page begins, from the Link header (rel="next")'),
};

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next?: string;
}

export const mapPage = <From, To>({ rows, ...more }: Page<From>, map: (row: From) => To): Page<To> => ({
  ...more,
  rows: rows.map((row) => map(row)),
});

/** The last key of every order must be unique and non-null, or pages skip or repeat rows. */
export interface SortKey {
  readonly column: AnyColumn | SQL;
  readonly direction: "ascending" | "descending";
  readonly value: z.ZodType<KeyValue>;
}

type KeyValue = string | number;

export const byId = (column: AnyColumn, direction: SortKey["direction"]): readonly SortKey[] => [
  { column, direction, value: z.uuid() },
];

/** Throws invalid-input: a forged cursor must not reach the database. */
export const afterCursor = (keys: readonly SortKey[], cursor: string | undefined): SQL | undefined =>
  cursor === undefined ? undefined : afterValues(keys, decodeCursor(cursor, keys));

export function afterValues(
  keys: readonly SortKey[],
  values: readonly (KeyValue | SQLWrapper)[],
): SQL | undefined {
  const alternatives = keys.map((key, i) => {
    const equalBefore = keys.slice(0, i).map((earlier, j) => eq(earlier.column as AnyColumn, values[j]));
    const after = key.direction === "ascending" ? gt : lt;
    return and(...equalBefore, after(key.column as AnyColumn, values[i]));
  });
  return or(...alternatives);
}

export const orderOf = (keys: readonly SortKey[]): SQL[] =>
  keys.map((key) => (key.direction === "ascending" ? asc(key.column) : desc(key.column)));

/** Drizzle makes numbers parameters, and PostgreSQL caches no plan for an unknown limit. */
export const literal = (limit: number): Placeholder => sql.raw(String(limit)) as unknown as Placeholder;

export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly KeyValue[],
): Page<Row> {
  const last = rows[limit - 1];
  if (rows.length <= limit || last === undefined) return { rows };
  return { rows: rows.slice(0, limit), next: encodeCursor(keyOf(last)) };
}

/** A select of Drizzle's, up to its joins. */
interface Select<Row> {
  where(condition: SQL | undefined): {
    orderBy(...order: SQL[]): { limit(limit: number): PromiseLike<Row[]> };
  };
}

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface PageRequest extends PageQuery {
  readonly keys: readonly SortKey[];
  readonly condition?: SQL | undefined;
}

/** One page in the order of the keys, whose values `keyOf` reads. Throws invalid-input. */
export async function readPage<Row>(
  select: Select<Row>,
  { keys, condition, limit, cursor }: PageRequest,
  keyOf: (row: Row) => readonly KeyValue[],
): Promise<Page<Row>> {
  const rows = await select
    .where(and(condition, afterCursor(keys, cursor)))
    .orderBy(...orderOf(keys))
    .limit(limit + 1);
  return toPage(rows, limit, keyOf);
}

const encodeCursor = (values: readonly KeyValue[]): string =>
  Buffer.from(JSON.stringify(values)).toString("base64url");

export function decodeCursor(cursor: string, keys: readonly SortKey[]): KeyValue[] {
  const invalidCursor = () =>
    new Problem(
      problems["invalid-input"],
      "The cursor is not one that this list gave. Start from the first page.",
      [{ field: "cursor", message: "Not a cursor of this list" }],
    );
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    throw invalidCursor();
  }
  if (!Array.isArray(values) || values.length !== keys.length) throw invalidCursor();
  return keys.map((key, i) => {
    const parsed = key.value.safeParse(values[i]);
    if (!parsed.success) throw invalidCursor();
    return parsed.data;
  });
}

/** Materialized, because PostgreSQL would otherwise expect early matches and read the whole table. */
export async function countUpTo(
  db: Database,
  table: PgTable,
  condition: SQL | undefined,
  limit: number,
): Promise<number> {
  const rows = await readRows<{ count: number }>(
    db,
    sql`
    with matching as materialized (select 1 from ${table} where ${condition ?? sql`true`})
    select count(*)::int as count from (select 1 from matching limit ${limit}) first
  `,
  );
  return rows[0]?.count ?? 0;
}
