import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { generate, sets } from "../../scripts/migrations.ts";
import { keysOf } from "../../src/platform/keys-of.ts";
import { breaksEarlierVersions } from "../../src/platform/migrate.ts";

/** A running site goes on while the next version migrates, so no migration may keep others from a table for long. */

const root = resolve(import.meta.dirname, "..", "..");
const folder = join(root, "db", "migrations");

/** The number of each set's first migration that is held to this; those before it landed earlier. */
const first: Readonly<Record<string, number>> = { product: 17, identity: 3, sandbox: 2 };

const files = globSync("*/*.sql", { cwd: folder }).filter((file) => {
  const [set = "", name = ""] = file.split("/");
  return Number.parseInt(name) >= (first[set] ?? 0);
});

const squawkPackage = createRequire(import.meta.url).resolve("squawk-cli/package.json");
const { bin } = JSON.parse(readFileSync(squawkPackage, "utf8")) as { bin: { squawk: string } };

const isConcurrent = (text: string): boolean => /\bconcurrently\b/i.test(text);

/** Of each text, the names of the rules that it breaks. Starting the linter takes longer than reading them all. */
function lint(texts: readonly string[]): string[][] {
  const copies = mkdtempSync(join(root, "build", "linted-"));
  const found: string[][] = texts.map(() => []);
  try {
    for (const isAlone of [true, false]) {
      const chosen = [...texts.keys()].filter((place) => isConcurrent(texts[place]!) === isAlone);
      if (chosen.length === 0) continue;
      for (const place of chosen) writeFileSync(join(copies, `${place}.sql`), texts[place]!);
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [
          join(dirname(squawkPackage), bin.squawk),
          "--reporter=json",
          ...(isAlone ? [] : ["--assume-in-transaction"]),
          ...chosen.map((place) => join(copies, `${place}.sql`)),
        ],
        { cwd: root, encoding: "utf8" },
      );
      expect(stderr).toBe("");
      for (const { file, rule_name } of JSON.parse(stdout) as { file: string; rule_name: string }[])
        found[Number.parseInt(basename(file))]!.push(rule_name);
    }
  } finally {
    rmSync(copies, { recursive: true });
  }
  return found.map((rules, place) => [...rules, ...refuse(texts[place]!)]);
}

/** What the linter knows no rule for. */
function refuse(text: string): string[] {
  // What else is in the file would stay half done.
  const isAlone =
    /^\s*(create (unique )?index concurrently if not exists|drop index concurrently if exists) "\w+"[^;]*;?\s*$/i.test(
      text,
    );
  // What the linter refuses can be let through only by saying so.
  const isBreaking = /squawk-ignore.*\b(ban-drop|renam)/.test(text);
  return [
    ...(isConcurrent(text) && !isAlone ? ["an index that is made concurrently has a file of its own"] : []),
    ...(isBreaking && !breaksEarlierVersions.test(text) ? ["a line says: -- breaks earlier versions"] : []),
  ];
}

test("each set's journal is in the order of time, which says what a database has not seen", () => {
  for (const file of globSync("*/meta/_journal.json", { cwd: folder })) {
    const { entries } = JSON.parse(readFileSync(join(folder, file), "utf8")) as {
      entries: { when: number }[];
    };
    const times = entries.map(({ when }) => when);
    expect(times, file).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  }
});

test("none locks anything for long", () => {
  const broken = lint(files.map((file) => readFileSync(join(folder, file), "utf8")));
  expect(Object.fromEntries(files.map((file, place) => [file, broken[place]]))).toEqual(
    Object.fromEntries(files.map((file) => [file, []])),
  );
});

test.each(keysOf(sets))("the migrations of %s make what the tables declare", (set) => {
  const copy = mkdtempSync(join(root, "build", "migrations-"));
  try {
    cpSync(join(folder, set), copy, { recursive: true });
    const { stdout, stderr } = generate(set, relative(root, copy), "pipe");
    expect(stdout + stderr).toContain("No schema changes");
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test("refused is what locks a table, and what earlier versions would miss", () => {
  const add = `ALTER TABLE "classes" ADD CONSTRAINT`;
  const refused = [
    [`CREATE INDEX "by_name" ON "classes" ("name");`, "require-concurrent-index-creation"],
    [`${add} "fk" FOREIGN KEY ("a") REFERENCES "users"("id");`, "adding-foreign-key-constraint"],
    [`${add} "positive" CHECK ("price" > 0);`, "constraint-missing-not-valid"],
    [`ALTER TABLE "classes" ADD COLUMN "a" text NOT NULL;`, "adding-required-field"],
    [`ALTER TABLE "classes" ALTER COLUMN "a" SET DATA TYPE bigint;`, "changing-column-type"],
    [`ALTER TABLE "classes" ALTER COLUMN "a" SET NOT NULL;`, "adding-not-nullable-field"],
    [`ALTER TABLE "classes" RENAME COLUMN "a" TO "b";`, "renaming-column"],
    [
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "classes" ("a");--> statement-breakpoint\nSELECT 1;`,
      "an index that is made concurrently has a file of its own",
    ],
    [
      `-- squawk-ignore ban-drop-column\nALTER TABLE "classes" DROP COLUMN "a";`,
      "a line says: -- breaks earlier versions",
    ],
  ] as const;
  const broken = lint(refused.map(([text]) => text));
  for (const [place, [text, rule]] of refused.entries()) expect(broken[place], text).toContain(rule);
});

test("allowed is what an empty table, or nobody, waits for", () => {
  const allowed = [
    `CREATE INDEX CONCURRENTLY IF NOT EXISTS "by_name" ON "classes" USING btree ("name");`,
    `CREATE TABLE "n" ("id" uuid PRIMARY KEY, "a" uuid);--> statement-breakpoint
     ALTER TABLE "n" ADD CONSTRAINT "fk" FOREIGN KEY ("a") REFERENCES "users"("id") ON DELETE cascade;--> statement-breakpoint
     CREATE INDEX "n_a" ON "n" ("a");`,
    `DROP INDEX CONCURRENTLY IF EXISTS "by_name";`,
    `ALTER TABLE "classes" ADD COLUMN "a" text;`,
    `ALTER TABLE "classes" ADD COLUMN "a" text DEFAULT 'x' NOT NULL;`,
    `ALTER TABLE "classes" ADD CONSTRAINT "positive" CHECK ("price" > 0) NOT VALID;`,
  ];
  expect(lint(allowed)).toEqual(allowed.map(() => []));
});
