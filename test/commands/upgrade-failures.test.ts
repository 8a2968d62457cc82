import { existsSync } from "node:fs";
import pg from "pg";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { main as backup } from "../../scripts/backup.ts";
import { main as upgrade } from "../../scripts/upgrade.ts";
import type { TestApp } from "../support/app.ts";
import { runMain } from "../support/commands.ts";
import { isPostgres } from "../support/database.ts";
import { onServer } from "../support/on-server.ts";
import { type Place, startAppAt, usePlaces } from "../support/places.ts";
import { type SiteProcess, end, runNode, startSite } from "../support/site-process.ts";
import {
  countMigrations,
  findOperatorsThings,
  foundThings,
  inDatabase,
  obstacle,
  operatorsThings,
  restoreOldSchool,
} from "../support/upgrading.ts";

const { filledBy, newFolder, newPlace, path } = usePlaces();
const newOldSchool = filledBy(restoreOldSchool);
let app: TestApp | undefined;
let running: SiteProcess | undefined;

afterEach(async () => {
  await app?.close();
  app = undefined;
  if (running) await end(running, "SIGKILL");
  running = undefined;
});

test("where the new version does not answer as it should, everything is as it was before", async () => {
  const place = await newOldSchool("school");
  await inDatabase(place, "alter table classes rename column image to picture");
  const { errors } = await runMain(upgrade, [path("backups")], place);
  expect(errors).toMatch(/is unchanged\. What failed: .api.approvedClasses.limit=12 answered 500\n/);
  expect(await inDatabase(place, countMigrations)).toEqual([{ done: 14 }]);
});

test("a database of a newer version is refused in a sentence", async () => {
  const place = await newOldSchool("school");
  await runMain(upgrade, [path("backups")], place);
  const next = "9999999999999";
  await inDatabase(
    place,
    `insert into migrations_product.migrations (hash, created_at) values ('', ${next})`,
  );
  // The version before goes on while the new one is started again.
  app = await startAppAt(place);
  await app.close();
  app = undefined;
  for (const main of [upgrade, backup])
    expect(await runMain(main, [path("again")], place)).toMatchObject({
      code: 1,
      errors: expect.stringContaining("This database belongs to a newer version of Senga"),
    });

  await inDatabase(place, `insert into migrations_product.breaking values (${next})`);
  const site = startSite(place);
  expect(await site.ended).toBe(1);
  expect(site.said()).toMatch(/^A newer version of Senga has changed this database.*\n$/);
});

describe.runIf(isPostgres)("on a server", () => {
  const role = `senga_plain_${process.pid}`;
  afterAll(async () => {
    await onServer(process.env["SENGA_TEST_SERVER"]!, `drop role if exists ${role}`);
  });

  /** As PostgreSQL 14 makes a database, and those that came from there still are. */
  test("whose schema public belongs to the superuser, everything is as it was before", async () => {
    const place = await newPlace("school");
    const { pathname } = new URL(place.DATABASE_URL!);
    await inDatabase(
      place,
      `create role ${role} login`,
      `alter database ${pathname.slice(1)} owner to ${role}`,
      "alter schema public owner to current_user",
      "grant all on schema public to public",
    );
    const url = new URL(place.DATABASE_URL!);
    url.username = role;
    const plain = { ...place, DATABASE_URL: url.href };
    await restoreOldSchool(plain);
    await inDatabase(plain, obstacle);
    expect(await runMain(upgrade, [path("backups")], plain)).toMatchObject({
      code: 1,
      errors: expect.stringContaining("the database is unchanged."),
    });
    expect(await inDatabase(plain, countMigrations)).toEqual([{ done: 14 }]);
    await inDatabase(plain, "drop function searchable(text)");
    expect(await runMain(upgrade, [path("again")], plain)).toMatchObject({ code: 0 });
  });

  const clients: pg.Client[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.end()));
  });
  const connect = async (place: Place): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: place.DATABASE_URL });
    await client.connect();
    clients.push(client);
    return client;
  };
  const waitingForTable = "wait_event_type = 'Lock'";
  const othersThat = (condition: string): string =>
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition}`;
  const untilOne = async (client: pg.Client, condition: string): Promise<void> => {
    await expect
      .poll(async () => (await client.query(othersThat(condition))).rows.length, { timeout: 60_000 })
      .toBe(1);
  };

  test("a cut connection leaves the old tables, and a site that starts meanwhile waits for the new ones", async () => {
    const place = await newOldSchool("school");
    const [holder, watcher] = [await connect(place), await connect(place)];
    await holder.query("begin; select from classes");
    const cut = runMain(upgrade, [path("backups")], place);
    await untilOne(watcher, waitingForTable);
    await watcher.query(`select pg_terminate_backend(pid) from (${othersThat(waitingForTable)}) waiting`);
    expect((await cut).errors).toMatch(
      /^The upgrade failed, and the database is unchanged\. What failed: The database .*does not answer.* is a backup/s,
    );
    expect(await inDatabase(place, countMigrations)).toEqual([{ done: 14 }]);

    const upgraded = runMain(upgrade, [path("again")], place);
    await untilOne(watcher, waitingForTable);
    const site = startSite(place);
    running = site;
    await untilOne(watcher, "query like '%pg_try_advisory_lock%'");
    await holder.query("commit");
    expect(await upgraded).toMatchObject({ code: 0 });
    await site.untilOpen();
  });

  test.each([
    ["backup", "lock table classes"],
    ["migrations", "select from classes"],
  ])("a kill in the %s leaves the old tables, and a second run upgrades", async (_, statement) => {
    const place = await newOldSchool("school");
    await inDatabase(place, operatorsThings);
    const [holder, watcher] = [await connect(place), await connect(place)];
    await holder.query(`begin; ${statement}`);
    const killed = runNode(["build/node/upgrade.js", path("backups")], place);
    await untilOne(watcher, waitingForTable);
    await end(killed, "SIGKILL");
    await holder.query("commit");
    expect(await inDatabase(place, findOperatorsThings)).toEqual([{ ...foundThings, done: 14 }]);
    expect(await runMain(upgrade, [path("again")], place)).toMatchObject({ code: 0 });
    expect(await inDatabase(place, findOperatorsThings)).toMatchObject([foundThings]);
  });
});

test.skipIf(!isPostgres)("a site that runs is not upgraded under", async () => {
  const place = await newOldSchool("school");
  app = await startAppAt(place);
  await inDatabase(
    place,
    "delete from migrations_product.migrations where id = (select max(id) from migrations_product.migrations)",
  );
  const { code, errors } = await runMain(upgrade, [path("backups")], place);
  expect(errors).toContain("Senga is running on this database (processes: 1)");
  expect(code).toBe(1);
  expect(existsSync(path("backups"))).toBe(false);
});

test("shows its usage, and needs something to work on", async () => {
  const place = newFolder("empty");
  expect(await runMain(upgrade, ["--all"], place)).toMatchObject({ code: 2, output: "" });
  expect(await runMain(upgrade, [path("target")], place)).toMatchObject({
    code: 1,
    errors: expect.stringContaining("nothing to upgrade yet"),
  });
});
