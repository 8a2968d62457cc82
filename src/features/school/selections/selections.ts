import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { byId, type Page, type PageQuery, readPage } from "../../../platform/keyset.ts";
import { type Person, lockPresent } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import type { AppContext } from "../../../context.ts";
import { newId } from "../../../platform/ids.ts";
import { lessonStatusColumn } from "../classes/list-classes.ts";
import { classes } from "../classes/tables.ts";
import { pictureColumns, pictures } from "../pictures/tables.ts";
import { problems as classProblems, isPublicClass } from "../classes/policy.ts";
import { readClass } from "../classes/queries.ts";
import { problems as enrollmentProblems } from "../enrollments/contract.ts";
import { isEnrolled } from "../enrollments/queries.ts";
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
      status: classes.status,
      isInstructorSuspended: isNotNull(users.suspendedAt).mapWith(Boolean),
      lessonStatus: lessonStatusColumn,
    })
    .from(selections)
    .innerJoin(classes, eq(classes.id, selections.classId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(pictures, eq(pictures.url, classes.image));

export type SelectionRow = Awaited<ReturnType<typeof selectSelections>>[number];

const newestFirst = byId(selections.id, "descending");

export async function listSelections(
  db: Database,
  student: Person,
  page: PageQuery,
): Promise<Page<SelectionRow>> {
  return readPage(
    selectSelections(db),
    { keys: newestFirst, condition: eq(selections.studentId, student.id), ...page },
    (row) => [row.id],
  );
}

/** Throws selection-not-found, not-your-selection. */
export async function readSelection(db: Database, student: Person, id: string): Promise<SelectionRow> {
  const [row] = await selectSelections(db).where(eq(selections.id, id));
  if (!row) throw new Problem(problems["selection-not-found"]);
  if (row.studentId !== student.id) throw new Problem(problems["not-your-selection"]);
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

/** Throws class-not-found, no-seats-left, already-enrolled, already-selected. */
export async function selectClass(
  context: Pick<AppContext, "clock" | "db">,
  student: Person,
  classId: string,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    // Waits for a payment that is taking a seat, so that a class is never both selected and enrolled.
    await tx.select({ id: classes.id }).from(classes).where(eq(classes.id, classId)).for("share");
    const found = await readClass(tx, student, classId);
    if (!isPublicClass(found)) throw new Problem(classProblems["class-not-found"]);
    if (await isEnrolled(tx, student.id, classId)) throw new Problem(enrollmentProblems["already-enrolled"]);
    if (found.availableSeats === 0) throw new Problem(enrollmentProblems["no-seats-left"]);
    await lockPresent(tx, student);

    const id = newId();
    const inserted = await tx
      .insert(selections)
      .values({
        id,
        studentId: student.id,
        classId,
        className: found.name,
        classImage: found.image,
        instructorName: found.instructorName,
        instructorEmail: found.instructorEmail,
        priceCents: found.priceCents,
        createdAt: context.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: selections.id });
    if (inserted.length === 0) throw new Problem(problems["already-selected"]);
    return id;
  });
}

/** Throws selection-not-found, not-your-selection. */
export async function removeSelection(context: Pick<AppContext, "db">, student: Person, id: string) {
  await context.db.transaction(async (tx) => {
    await readSelection(tx, student, id);
    await tx.delete(selections).where(eq(selections.id, id));
  });
}

/** A CTE with the id of the removed selection, if any. Placeholders: studentId, classId. */
export const clearingSelection = (tx: Database) =>
  tx.$with("cleared").as(
    tx
      .delete(selections)
      .where(
        and(
          eq(selections.studentId, sql.placeholder("studentId")),
          eq(selections.classId, sql.placeholder("classId")),
        ),
      )
      .returning({ id: selections.id }),
  );
