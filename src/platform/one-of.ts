import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Inlines the words: table definitions accept no parameters. */
export const isOneOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;
