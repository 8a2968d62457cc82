import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * A column that holds one of the words, for checks and the conditions of indexes: written out, since a table's definition
 * takes no parameters.
 */
export const isOneOf = (column: AnyColumn, words: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(", "))})`;
