/** @databases both */
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isPostgres, openDatabaseOfItsOwn, urlOf } from "../../test/support/database.ts";
import type { MigrationSet, OpenDatabase } from "./database.ts";
import { createLog } from "./log.ts";
import { TableInUse, UnsuitableDatabase, migrate } from "./migrate.ts";

let database: OpenDatabase;
let folder: string;
beforeEach(async () => {
  database = await openDatabaseOfItsOwn(createLog("silent"));
  folder = mkdtempSync(join(tmpdir(), "senga-migrations-"));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** As drizzle-kit writes them. */
function writeMigrations(...files: readonly string[]): MigrationSet {
  mkdirSync(join(folder, "meta"), { recursive: true });
  const entries = files.map((_, idx) => ({ idx, when: 1000 + idx, tag: `${idx}`, breakpoints: true }));
  for (const [idx, text] of files.entries()) writeFileSync(join(folder, `${idx}.sql`), text);
  writeFileSync(join(folder, "meta", "_journal.json"), JSON.stringify({ entries }));
  return { folder, journalSchema: "migrations_of_a_test" };
}

const rowsOf = async (text: string): Promise<unknown[]> =>
  ((await database.db.execute(sql.raw(text))) as { rows: unknown[] }).rows;
const countDone = async () => (await rowsOf("select from migrations_of_a_test.migrations")).length;

const table = "create table pens (name text);--> statement-breakpoint\ninsert into pens values ('G-pen');";
const index = 'create index concurrently if not exists "pens_name" on "pens" ("name");';

test("each migration runs once, in its order, and an index is made outside of a transaction", async () => {
  await database.migrate([writeMigrations(table)]);
  await database.migrate([writeMigrations(table, index, "insert into pens values ('Maru')")]);
  await database.migrate([writeMigrations(table, index, "insert into pens values ('Maru')")]);
  expect(await rowsOf("select name from pens order by name")).toEqual([{ name: "G-pen" }, { name: "Maru" }]);
  expect(await rowsOf("select indexname from pg_indexes where tablename = 'pens'")).toHaveLength(1);
  expect(await countDone()).toBe(3);
});

test("a migration that fails leaves nothing behind, and those before it stand", async () => {
  const broken = "insert into pens values ('Maru');--> statement-breakpoint\nselect 1 / 0";
  await expect(database.migrate([writeMigrations(table, broken)])).rejects.toThrow("division by zero");
  expect(await rowsOf("select name from pens")).toEqual([{ name: "G-pen" }]);
  expect(await countDone()).toBe(1);
  await database.migrate([writeMigrations(table, "insert into pens values ('Maru')")]);
  expect(await countDone()).toBe(2);
});

test("a version that lacks a migration goes on, unless that one breaks what was before", async () => {
  const before = writeMigrations(table);
  await database.migrate([writeMigrations(table, "insert into pens values ('Maru')")]);
  writeMigrations(table);
  await database.migrate([before]);
  const breaking = "-- breaks earlier versions\nalter table pens rename column name to nib";
  await database.migrate([writeMigrations(table, "insert into pens values ('Maru')", breaking)]);
  writeMigrations(table, "insert into pens values ('Maru')");
  await expect(database.migrate([before])).rejects.toThrow(UnsuitableDatabase);
});

test("a journal of other migrations, and tables of another program, are refused", async () => {
  await database.migrate([writeMigrations(table)]);
  await rowsOf("update migrations_of_a_test.migrations set created_at = 7");
  await expect(database.migrate([writeMigrations(table, index)])).rejects.toThrow(
    "does not match the migrations",
  );
  await rowsOf("drop schema migrations_of_a_test cascade");
  const quoted = 'create table "pens" ("name" text)';
  await expect(database.migrate([writeMigrations(quoted)])).rejects.toThrow(
    "a table pens that is not Senga's",
  );
  expect(await rowsOf("select name from pens")).toHaveLength(1);
});

describe.runIf(isPostgres)("while others use the table", () => {
  let clients: pg.Client[];
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: await urlOf(database) });
    await client.connect();
    clients.push(client);
    return client;
  };
  beforeEach(() => {
    clients = [];
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.end()));
  });

  const untilWaiting = async (client: pg.Client, statement: string): Promise<void> => {
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like $1";
    while ((await client.query(waiting, [`${statement}%`])).rows.length === 0) await wait(10);
  };
  const column = "alter table pens add column width integer";
  const hurried = { milliseconds: 50, tries: 3, pause: 10 };

  test("a migration gives up its place in the queue, so that they go on, until it gets the table", async () => {
    await database.migrate([writeMigrations(table)]);
    const [reader, another, migrating] = [await connect(), await connect(), await connect()];
    await reader.query("begin; select from pens");
    const set = writeMigrations(table, column);
    const migrated = migrate(migrating, set, { milliseconds: 50, tries: 1000, pause: 10 });
    await untilWaiting(another, "alter table pens");
    // Behind a migration that waited without end, this would wait too.
    expect((await another.query("select name from pens")).rows).toEqual([{ name: "G-pen" }]);
    await reader.query("commit");
    await migrated;
    expect((await another.query("select width from pens")).rows).toEqual([{ width: null }]);
  });

  test("a table that is never free is said, and nothing has changed", async () => {
    await database.migrate([writeMigrations(table)]);
    const [reader, migrating] = [await connect(), await connect()];
    await reader.query("begin; select from pens");
    await expect(migrate(migrating, writeMigrations(table, column), hurried)).rejects.toThrow(TableInUse);
    await reader.query("commit");
    expect(await countDone()).toBe(1);
    await migrate(migrating, writeMigrations(table, column), hurried);
    expect(await countDone()).toBe(2);
  });

  test("an index waits for writers, who do not wait for it, and a second process waits for both", async () => {
    await database.migrate([writeMigrations(table)]);
    const [writer, another] = [await connect(), await connect()];
    await writer.query("begin; insert into pens values ('Maru')");
    const set = writeMigrations(table, index);
    const both = Promise.all([database.migrate([set]), database.migrate([set])]);
    await untilWaiting(another, "create index concurrently");
    await another.query("insert into pens values ('Kabura')");
    await writer.query("commit");
    await both;
    expect(await countDone()).toBe(2);
  });

  test("an index whose making was interrupted is made again", async () => {
    await database.migrate([writeMigrations(`${table}\ninsert into pens values ('G-pen')`)]);
    const client = await connect();
    await client.query("insert into pens values ('G-pen')");
    // Fails, and leaves an invalid index.
    const unique = index.replace("index", "unique index");
    await expect(client.query(unique)).rejects.toThrow("could not create unique index");
    await database.migrate([writeMigrations(table, index)]);
    expect(
      (await client.query(`select indisvalid from pg_index where indexrelid = 'pens_name'::regclass`)).rows,
    ).toEqual([{ indisvalid: true }]);
  });
});
