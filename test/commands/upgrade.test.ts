/** @databases both */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "../../src/platform/log.ts";
import { openDatabase } from "../../src/platform/open-database.ts";
import { isPostgres } from "../support/database.ts";
import { onServer } from "../support/on-server.ts";
import { type SiteProcess, end, runNode, startSite } from "../support/site-process.ts";

const server = process.env["SENGA_TEST_SERVER"] ?? "";
const name = `senga_upgrade_${process.pid}`;
let folder: string;
let place: Record<string, string>;
let running: SiteProcess | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "senga-upgrade-"));
  place = { DATA_DIR: join(folder, "data") };
  if (!isPostgres) return;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  place["DATABASE_URL"] = url.href;
});
afterEach(async () => {
  if (running) await end(running, "SIGTERM");
  running = undefined;
  if (isPostgres) await onServer(server, `drop database ${name} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

async function command(program: string, ...words: readonly string[]) {
  const { ended, said } = runNode([`build/node/${program}.js`, ...words], place);
  const code = await ended;
  return { code, said: said() };
}

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
async function restoreOldSchool(): Promise<void> {
  const backup = join(folder, "old");
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
  expect((await command("restore", backup)).said).toMatch(/^Restored 3 rows/);
}

async function inDatabase<Row>(statement: string): Promise<Row[]> {
  const url = place["DATABASE_URL"];
  const postgres = url === undefined ? undefined : { url };
  const database = await openDatabase({ postgres, dataDir: place["DATA_DIR"]! }, createLog("silent"));
  try {
    return ((await database.db.execute(sql.raw(statement))) as { rows: Row[] }).rows;
  } finally {
    await database.close();
  }
}
const migrationsDone = async (): Promise<number> =>
  (await inDatabase<{ done: number }>("select count(*)::int as done from migrations_product.migrations"))[0]!
    .done;

test("an old school is backed up, migrated and tried, and then serves", async () => {
  await restoreOldSchool();
  const backups = join(folder, "backups");
  const { code, said } = await command("upgrade", backups);
  expect(said).toMatch(
    /^Upgraded by \d+ migrations?\. .+ holds what the tables held before\. Start Senga\.\n$/,
  );
  expect(code).toBe(0);
  const backup = join(backups, readdirSync(backups)[0] ?? "");
  expect(JSON.parse(readFileSync(join(backup, "manifest.json"), "utf8"))).toMatchObject({
    migrations: { migrations_product: 14 },
    tables: { "public.classes.jsonl.gz": 1 },
  });

  const site = startSite({ ...place, DEMO_SCHOOL: "no" });
  running = site;
  const origin = await site.untilOpen();
  const found = (await (await fetch(`${origin}/api/approvedClasses?q=strokes`)).json()) as object[];
  expect(found).toMatchObject([{ className: "Brush and Bamboo" }]);

  expect(await command("upgrade", backups)).toMatchObject(
    isPostgres
      ? { code: 0, said: expect.stringContaining("Nothing to upgrade") }
      : { code: 1, said: expect.stringContaining("Stop it, and run this again.") },
  );
}, 240_000);

test("where a migration fails, everything is as it was before", async () => {
  await restoreOldSchool();
  // The migration makes a function of this name.
  await inDatabase("create function searchable(text text) returns int language sql as 'select 1'");
  const { code, said } = await command("upgrade", join(folder, "backups"));
  expect(said).toContain("The upgrade failed, and the database is as it was before.");
  expect(said).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
  expect(await migrationsDone()).toBe(14);
  expect(await inDatabase("select name from classes")).toEqual([{ name: "Brush and Bamboo" }]);
  // What stood in the way went with the old tables.
  expect(await command("upgrade", join(folder, "again"))).toMatchObject({ code: 0 });
}, 240_000);

test.skipIf(!isPostgres)(
  "a site that runs is not upgraded under",
  async () => {
    await restoreOldSchool();
    const site = startSite({ ...place, DEMO_SCHOOL: "no" });
    running = site;
    await site.untilOpen();
    await inDatabase(
      "delete from migrations_product.migrations where id = (select max(id) from migrations_product.migrations)",
    );
    const { code, said } = await command("upgrade", join(folder, "backups"));
    expect(said).toContain("Senga is running on this database (processes: 1)");
    expect(code).toBe(1);
    expect(existsSync(join(folder, "backups"))).toBe(false);
  },
  120_000,
);

test("a school is exported for other software, without passwords and keys", async () => {
  const site = startSite(place);
  running = site;
  await site.untilOpen();
  const exports = join(folder, "exports");
  const { code, said } = await command("export", exports);
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
}, 240_000);

test("show their usage, and need something to work on", async () => {
  for (const [program, words] of [
    ["upgrade", "nothing to upgrade yet"],
    ["export", "nothing to export yet"],
  ] as const) {
    expect(await command(program, "--all")).toMatchObject({ code: 2 });
    if (!isPostgres)
      expect(await command(program, folder)).toMatchObject({ code: 1, said: expect.stringContaining(words) });
  }
}, 60_000);
