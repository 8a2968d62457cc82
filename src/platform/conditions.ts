import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** As Drizzle's `and` and `or`, which may be undefined because their operands may be. */
export const allOf = (...conditions: readonly [SQL, ...SQL[]]): SQL =>
  sql`(${sql.join([...conditions], sql` and `)})`;
export const anyOf = (...conditions: readonly [SQL, ...SQL[]]): SQL =>
  sql`(${sql.join([...conditions], sql` or `)})`;

/** Inlines the words: table definitions accept no parameters. */
export const isOneOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;
