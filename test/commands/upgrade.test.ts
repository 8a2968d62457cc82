/** @databases both */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { main as exportMain } from "../../scripts/export.ts";
import { main as restore } from "../../scripts/restore.ts";
import { main as upgrade } from "../../scripts/upgrade.ts";
import { createLog } from "../../src/platform/log.ts";
import type { TestApp } from "../support/app.ts";
import { runBuilt, runMain } from "../support/commands.ts";
import { isPostgres } from "../support/database.ts";
import { type Place, openPlace, startAppAt, usePlaces } from "../support/places.ts";
import { type SiteProcess, end, startSite } from "../support/site-process.ts";

const { filledBy, newDemoSchool, newFolder, path } = usePlaces();
const newOldSchool = filledBy(restoreOldSchool);
let app: TestApp | undefined;
let running: SiteProcess | undefined;

afterEach(async () => {
  await app?.close();
  app = undefined;
  if (running) await end(running, "SIGKILL");
  running = undefined;
});

const id = (number: number): string => `01a00000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const since = "2026-11-21T10:00:00Z";
const rows = {
  users: {
    id: id(1),
    name: "Iris Falk",
    email: "iris@example.org",
    image: "",
    role: "instructor",
    created_at: since,
  },
  curricula: { id: id(2), order_version: 1, created_at: since },
  classes: {
    id: id(3),
    instructor_id: id(1),
    curriculum_id: id(2),
    name: "Brush and Bamboo",
    search_text: "brush and bamboo",
    image: "/drawings/cover-eyes.svg",
    price_cents: 4900,
    available_seats: 5,
    enrolled_students: 0,
    status: "approved",
    decided_at: since,
    created_at: since,
    updated_at: since,
    level: "beginner",
    description: "Six weeks of strokes.",
    outcomes: [],
    tools: "",
    version: 1,
  },
};

/** Before search knew more than names: by a backup, as such a school would come. */
async function restoreOldSchool(place: Place): Promise<void> {
  const backup = path("old");
  mkdirSync(join(backup, "database"), { recursive: true });
  for (const [table, row] of Object.entries(rows))
    writeFileSync(join(backup, "database", `public.${table}.jsonl.gz`), gzipSync(`${JSON.stringify(row)}\n`));
  const manifest = {
    format: 1,
    madeAt: "2026-11-22T08:00:00.000Z",
    migrations: { migrations_product: 14, migrations_identity: 3 },
    tables: Object.fromEntries(Object.keys(rows).map((table) => [`public.${table}.jsonl.gz`, 1])),
    files: { count: 0, bytes: 0 },
    hasSecret: true,
  };
  writeFileSync(join(backup, "secret"), "of the old school, and long enough");
  writeFileSync(join(backup, "manifest.json"), JSON.stringify(manifest));
  const { output } = await runMain(restore, [backup], place);
  expect(output).toMatch(/^Restored 3 rows/);
}

async function inDatabase<Row>(place: Place, statement: string): Promise<Row[]> {
  const database = await openPlace(place, createLog("silent"));
  try {
    return ((await database.db.execute(sql.raw(statement))) as { rows: Row[] }).rows;
  } finally {
    await database.close();
  }
}

test("an old school is backed up, migrated and tried, and then serves", async () => {
  const place = await newOldSchool("school");
  const backups = path("backups");
  const { code, said } = await runBuilt("upgrade", [backups], place);
  expect(said).toMatch(
    /^Upgraded by \d+ migrations?\. .+ holds what the tables held before\. Start Senga\.\n$/,
  );
  expect(code).toBe(0);
  const backup = join(backups, readdirSync(backups)[0] ?? "");
  expect(JSON.parse(readFileSync(join(backup, "manifest.json"), "utf8"))).toMatchObject({
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
      : { code: 1, errors: expect.stringContaining("Stop it, and run this again.") },
  );
});

test("where a migration fails, everything is as it was before", async () => {
  const place = await newOldSchool("school");
  // The migration makes a function of this name.
  await inDatabase(place, "create function searchable(text text) returns int language sql as 'select 1'");
  const { code, errors } = await runMain(upgrade, [path("backups")], place);
  expect(errors).toContain("The upgrade failed, and the database is as it was before.");
  expect(errors).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
  expect(
    await inDatabase(
      place,
      "select name, (select count(*)::int from migrations_product.migrations) as done from classes",
    ),
  ).toEqual([{ name: "Brush and Bamboo", done: 14 }]);
  // What stood in the way went with the old tables.
  expect(await runMain(upgrade, [path("again")], place)).toMatchObject({ code: 0 });
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

test("a school is exported for other software, without passwords and keys", async () => {
  const place = await newDemoSchool("school");
  const site = (running = startSite(place));
  await site.untilOpen();
  const exports = path("exports");
  const { code, said } = await runBuilt("export", [exports], place);
  expect(said).toMatch(/holds \d+ rows of \d+ tables and \d+ files/);
  expect(code).toBe(0);
  const made = join(exports, readdirSync(exports)[0] ?? "");
  const { tables, files } = JSON.parse(readFileSync(join(made, "tables.json"), "utf8")) as {
    tables: Record<string, { rows: number; columns: object; references: object }>;
    files: { count: number };
  };
  expect(tables["enrollments"]).toMatchObject({
    columns: { class_id: "uuid", created_at: "timestamp with time zone" },
    references: { class_id: "classes.id", student_id: "users.id" },
  });
  const linesOf = (table: string): object[] =>
    readFileSync(join(made, "tables", `${table}.jsonl`), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object);
  for (const [table, { rows: count }] of Object.entries(tables)) expect(linesOf(table)).toHaveLength(count);
  expect(linesOf("classes")).toContainEqual(expect.objectContaining({ name: "Hair Built from Ribbons" }));
  expect(
    readdirSync(join(made, "files"), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ),
  ).toHaveLength(files.count);
  expect(JSON.stringify(Object.values(tables).map(({ columns }) => Object.keys(columns)))).not.toMatch(
    /"(password|sealed_secret|token|token_hash)"/,
  );
});

test("show their usage, and need something to work on", async () => {
  const place = newFolder("empty");
  for (const [main, message] of [
    [upgrade, "nothing to upgrade yet"],
    [exportMain, "nothing to export yet"],
  ] as const) {
    expect(await runMain(main, ["--all"], place)).toMatchObject({ code: 2, output: "" });
    expect(await runMain(main, [path("target")], place)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(message),
    });
  }
});
