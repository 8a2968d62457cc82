/** @databases both */
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isPostgres, openDatabaseOfItsOwn, urlOf } from "../../test/support/database.ts";
import type { OpenDatabase } from "./database.ts";
import { createLog } from "./log.ts";
import { rateLimits, removeEndedLimits } from "./rate-limiter.ts";

const log = createLog("silent");
let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabaseOfItsOwn(log);
});
afterAll(() => database?.close());

const countLimits = (): Promise<number> => database.db.$count(rateLimits);

/** All have ended but ten. */
const fill = (rows: number) =>
  database.db.execute(sql`
    insert into ${rateLimits}
    select 'key ' || at, 1, now() + (case when at <= 10 then 1 else -1 end) * interval '1 minute'
    from generate_series(1, ${rows}::int) at
  `);

test("limits that have ended go, however many, and others stay", async () => {
  await fill(2600);
  await removeEndedLimits(database.db);
  expect(await countLimits()).toBe(10);
  await database.db.delete(rateLimits);
});

test.runIf(isPostgres)("a row that another process counts on stays, and nobody waits for it", async () => {
  await fill(30);
  const client = new pg.Client({ connectionString: await urlOf(database) });
  await client.connect();
  await client.query("begin; update rate_limits set calls = 2 where key = 'key 20'");
  await removeEndedLimits(database.db);
  expect(await countLimits()).toBe(11);
  await client.query("rollback");
  await client.end();
  await removeEndedLimits(database.db);
  expect(await countLimits()).toBe(10);
});
