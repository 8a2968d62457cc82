/** @databases both */
import { type SQL, and, sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openTestDatabase } from "../../test/support/database.ts";
import type { OpenDatabase } from "./database.ts";
import { type SortKey, afterCursor, orderOf, toPage } from "./keyset.ts";
import { createLog } from "./log.ts";

const things = pgTable("keyset_things", {
  id: integer().primaryKey(),
  rank: integer().notNull(),
  name: text().notNull(),
});
type Thing = typeof things.$inferSelect;

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase(createLog("silent"));
  await database.db.execute(
    sql`create table keyset_things (id integer primary key, rank integer not null, name text collate "C" not null)`,
  );
});
afterAll(async () => {
  await database.db.execute(sql`drop table keyset_things`);
  await database.close();
});

const columns = { rank: z.int(), name: z.string(), id: z.int() } as const;
type Column = keyof typeof columns;
const direction = fc.constantFrom("ascending" as const, "descending" as const);
/** Any order of any columns that ends with the unique one. */
const order = fc
  .tuple(
    fc.subarray(["rank", "name"] as const),
    fc.boolean(),
    fc.array(direction, { minLength: 3, maxLength: 3 }),
  )
  .map(([chosen, isReversed, directions]) =>
    [...(isReversed ? chosen.toReversed() : chosen), "id" as const].map(
      (column: Column, at): [Column, SortKey] => [
        column,
        { column: things[column], direction: directions[at] ?? "ascending", value: columns[column] },
      ],
    ),
  );
const rows = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 1000 }),
    rank: fc.integer({ min: 0, max: 3 }),
    name: fc.constantFrom("", "a", "A", "é", "b c"),
  }),
  { selector: ({ id }) => id, maxLength: 25 },
);

async function readPages(keys: readonly [Column, SortKey][], size: number): Promise<Thing[]> {
  const sortKeys = keys.map(([, key]) => key);
  const all: Thing[] = [];
  let cursor: string | undefined;
  do {
    const where: SQL | undefined = and(afterCursor(sortKeys, cursor));
    const found = await database.db
      .select()
      .from(things)
      .where(where)
      .orderBy(...orderOf(sortKeys))
      .limit(size + 1);
    const page = toPage(found, size, (row) => keys.map(([column]) => row[column]));
    expect(page.rows.length).toBeLessThanOrEqual(size);
    all.push(...page.rows);
    cursor = page.next;
  } while (cursor !== undefined && all.length <= 100);
  return all;
}

test("pages of any size and order return every row once, in order", async () => {
  await fc.assert(
    fc.asyncProperty(rows, order, fc.integer({ min: 1, max: 8 }), async (inserted, keys, size) => {
      await database.db.delete(things);
      if (inserted.length > 0) await database.db.insert(things).values(inserted);
      const allRows = await database.db
        .select()
        .from(things)
        .orderBy(...orderOf(keys.map(([, key]) => key)));
      expect(await readPages(keys, size)).toEqual(allRows);
    }),
    { numRuns: 60 },
  );
});
