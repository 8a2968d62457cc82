import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { type Page, type SortKey, afterCursor, orderOf, toPage } from "../../../platform/keyset.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { lessonStatusColumn } from "../classes/list-classes.ts";
import { classes } from "../classes/tables.ts";
import { pictureColumns } from "../pictures/queries.ts";
import { pictures } from "../pictures/tables.ts";
import { problems } from "./contract.ts";
import { selections } from "./tables.ts";

const selectSelections = (db: Database) =>
  db
    .select({
      id: selections.id,
      studentId: selections.studentId,
      classId: selections.classId,
      className: selections.className,
      // The current image: a replaced picture may be deleted.
      classImage: classes.image,
      picture: pictureColumns,
      instructorName: users.name,
      instructorEmail: users.email,
      priceWhenSelectedCents: selections.priceCents,
      priceCents: classes.priceCents,
      availableSeats: classes.availableSeats,
      lessonStatus: lessonStatusColumn,
    })
    .from(selections)
    .innerJoin(classes, eq(classes.id, selections.classId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(pictures, eq(pictures.url, classes.image));

export type SelectionRow = Awaited<ReturnType<typeof selectSelections>>[number];

const newestFirst: SortKey[] = [{ column: selections.id, direction: "descending", value: z.uuid() }];

export async function listSelections(
  db: Database,
  student: Person,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<SelectionRow>> {
  const rows = await selectSelections(db)
    .where(and(eq(selections.studentId, student.id), afterCursor(newestFirst, page.cursor)))
    .orderBy(...orderOf(newestFirst))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, (row) => [row.id]);
}

/** Throws selection-not-found, not-your-selection. */
export async function readSelection(db: Database, student: Person, id: string): Promise<SelectionRow> {
  const [row] = await selectSelections(db).where(eq(selections.id, id));
  if (!row) throw new Problem(problems.noSuchSelection);
  if (row.studentId !== student.id) throw new Problem(problems.notYourSelection);
  return row;
}

export async function filterSelected(
  db: Database,
  person: Person,
  classIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ classId: selections.classId })
    .from(selections)
    .where(and(eq(selections.studentId, person.id), inArray(selections.classId, [...classIds])));
  return rows.map(({ classId }) => classId);
}

export const countSelections = (db: Database, person: Person): Promise<number> =>
  db.$count(selections, eq(selections.studentId, person.id));
