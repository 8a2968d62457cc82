/** @databases both */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { main as backup } from "../../scripts/backup.ts";
import { main as upgrade } from "../../scripts/upgrade.ts";
import type { TestApp } from "../support/app.ts";
import { runBuilt, runMain } from "../support/commands.ts";
import { isPostgres } from "../support/database.ts";
import { startAppAt, usePlaces } from "../support/places.ts";
import {
  findOperatorsThings,
  foundThings,
  inDatabase,
  obstacle,
  operatorsThings,
  restoreOldSchool,
} from "../support/upgrading.ts";

const { filledBy, newPlace, path } = usePlaces();
const newOldSchool = filledBy(restoreOldSchool);
let app: TestApp | undefined;

afterEach(async () => {
  await app?.close();
  app = undefined;
});

test("an old school is backed up, migrated and tried, and then serves", async () => {
  const place = await newOldSchool("school");
  const backups = path("backups");
  const { code, said } = await runBuilt("upgrade", [backups], place);
  expect(said).toMatch(
    /^Upgraded with \d+ migrations?\. .+ is a backup of the tables before the upgrade\. Start Senga\.\n$/,
  );
  expect(code).toBe(0);
  const written = join(backups, readdirSync(backups)[0] ?? "");
  expect(JSON.parse(readFileSync(join(written, "manifest.json"), "utf8"))).toMatchObject({
    migrations: { migrations_product: 14 },
    tables: { "public.classes.jsonl.gz": 1 },
  });

  app = await startAppAt(place);
  const found = (await (await fetch(`${app.origin}/api/approvedClasses?q=strokes`)).json()) as object[];
  expect(found).toMatchObject([{ className: "Brush and Bamboo" }]);

  // Folders of one second would have the same name.
  expect(await runMain(upgrade, [path("again")], place)).toMatchObject(
    isPostgres
      ? { code: 0, output: expect.stringContaining("Nothing to upgrade") }
      : { code: 1, errors: expect.stringContaining("Stop it and run this again.") },
  );
});

test("where a migration fails, everything is as it was before, and the operator's own things stand", async () => {
  const place = await newOldSchool("school");
  await inDatabase(place, operatorsThings, obstacle);
  const { code, errors } = await runMain(upgrade, [path("backups")], place);
  expect(errors).toMatch(
    /^The upgrade failed, and the database is unchanged\. What failed: .*searchable.*\n.*run npm run upgrade again.* is a backup of the tables before the upgrade\.\n$/,
  );
  expect(code).toBe(1);
  expect(await inDatabase(place, findOperatorsThings)).toEqual([{ ...foundThings, done: 14 }]);

  await inDatabase(place, "drop function searchable(text)");
  expect(await runMain(upgrade, [path("again")], place)).toMatchObject({ code: 0 });
  const [after] = await inDatabase<{ done: number }>(place, findOperatorsThings);
  expect(after).toMatchObject(foundThings);
  expect(after?.done).toBeGreaterThan(14);

  // A backup holds the product's tables alone, so that any can be restored.
  const backups = path("backups-after");
  expect(await runMain(backup, [backups], place)).toMatchObject({ code: 0 });
  const { tables } = JSON.parse(
    readFileSync(join(backups, readdirSync(backups)[0] ?? "", "manifest.json"), "utf8"),
  ) as { tables: object };
  expect(Object.keys(tables).filter((file) => /reports\.monthly|notes_of/.test(file))).toEqual([]);
});

test("an emptied database is not called upgraded", async () => {
  const place = await newPlace("school");
  const { code, errors } = await runMain(upgrade, [path("backups")], place);
  expect(errors).toContain("This database contains no school, so there is nothing to upgrade.");
  expect(code).toBe(1);
});
