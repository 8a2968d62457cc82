import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Inlines the words: table definitions accept no parameters. */
export const isOneOf = (column: AnyColumn, words: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(", "))})`;
