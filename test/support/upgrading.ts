import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { main as restore } from "../../scripts/restore.ts";
import { createLog } from "../../src/platform/log.ts";
import { runMain } from "./commands.ts";
import { writeOldBackup } from "./old-school.ts";
import { type Place, openPlace } from "./places.ts";

export async function restoreOldSchool(place: Place): Promise<void> {
  const old = mkdtempSync(join(tmpdir(), "senga-old-"));
  try {
    writeOldBackup(old);
    const { output } = await runMain(restore, [old], place);
    expect(output).toMatch(/^Restored 3 rows[^]+Skipped tables that are not Senga's: reports\.monthly\./);
  } finally {
    rmSync(old, { recursive: true });
  }
}

/** Returns the rows of the last statement. */
export async function inDatabase<Row>(place: Place, ...statements: readonly string[]): Promise<Row[]> {
  const database = await openPlace(place, createLog("silent"));
  try {
    let rows: Row[] = [];
    for (const statement of statements.flatMap((text) => text.split(";")).filter((text) => text.trim()))
      ({ rows } = (await database.db.execute(sql.raw(statement))) as { rows: Row[] });
    return rows;
  } finally {
    await database.close();
  }
}

export const countMigrations = "select count(*)::int as done from migrations_product.migrations";

/** What an operator may have beside the product's tables. */
export const operatorsThings = `
  create schema reports;
  create table reports.monthly (class_id uuid references public.classes (id), sold int);
  insert into reports.monthly select id, 7 from public.classes;
  create table public.notes_of_the_operator (note text);
  create view public.open_classes as select id, name from public.classes where status = 'approved';
  comment on table public.classes is 'Read by the newsletter tool';
`;
export const findOperatorsThings = `
  select name, (select count(*)::int from migrations_product.migrations) as done,
    (select sold from reports.monthly where class_id = classes.id) as sold,
    (select name from public.open_classes) as view,
    to_regclass('public.notes_of_the_operator') is not null as notes,
    obj_description('public.classes'::regclass) as comment
  from classes
`;
export const foundThings = {
  name: "Brush and Bamboo",
  sold: 7,
  view: "Brush and Bamboo",
  notes: true,
  comment: "Read by the newsletter tool",
};
/** The migrations make a function of this name. */
export const obstacle = "create function searchable(text text) returns int language sql as 'select 1'";
