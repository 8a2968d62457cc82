import { type SQL, sql } from "drizzle-orm";

/** As Drizzle's `and` and `or`, which may be undefined because their operands may be. */
export const allOf = (...conditions: readonly [SQL, ...SQL[]]): SQL =>
  sql`(${sql.join([...conditions], sql` and `)})`;
export const anyOf = (...conditions: readonly [SQL, ...SQL[]]): SQL =>
  sql`(${sql.join([...conditions], sql` or `)})`;
