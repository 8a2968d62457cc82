import { and, eq, inArray, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { byId, type Page, type PageQuery, readPage } from "../../../platform/keyset.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { lessonStatusColumn } from "../classes/list-classes.ts";
import { classes } from "../classes/tables.ts";
import { pictureColumns, pictures } from "../pictures/tables.ts";
import { problems } from "./contract.ts";
import { enrollments } from "./tables.ts";

const selectEnrollments = (db: Database) =>
  db
    .select({
      id: enrollments.id,
      classId: classes.id,
      className: classes.name,
      classImage: classes.image,
      picture: pictureColumns,
      description: classes.description,
      outcomes: classes.outcomes,
      level: classes.level,
      lessonStatus: lessonStatusColumn,
      instructorName: users.name,
      instructorEmail: users.email,
      createdAt: enrollments.createdAt,
    })
    .from(enrollments)
    .innerJoin(classes, eq(classes.id, enrollments.classId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .leftJoin(pictures, eq(pictures.url, classes.image));

export type EnrollmentRow = Awaited<ReturnType<typeof selectEnrollments>>[number];

const newestFirst = byId(enrollments.id, "descending");

export async function listEnrollments(
  db: Database,
  student: Person,
  page: PageQuery,
): Promise<Page<EnrollmentRow>> {
  return readPage(
    selectEnrollments(db),
    { keys: newestFirst, condition: eq(enrollments.studentId, student.id), ...page },
    (row) => [row.id],
  );
}

/** Throws not-enrolled. */
export async function readEnrollment(db: Database, student: Person, classId: string): Promise<EnrollmentRow> {
  const [row] = await selectEnrollments(db).where(
    and(eq(enrollments.studentId, student.id), eq(enrollments.classId, classId)),
  );
  if (!row) throw new Problem(problems["not-enrolled"]);
  return row;
}

export const findEnrollments = (
  db: Database,
  student: Person,
  classIds: readonly string[],
): Promise<EnrollmentRow[]> =>
  selectEnrollments(db).where(
    and(eq(enrollments.studentId, student.id), inArray(enrollments.classId, [...classIds])),
  );

export async function isEnrolled(db: Database, studentId: string, classId: string): Promise<boolean> {
  const rows = await db
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(eq(enrollments.studentId, studentId), eq(enrollments.classId, classId)));
  return rows.length > 0;
}

export async function filterEnrolled(
  db: Database,
  person: Person,
  classIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ classId: enrollments.classId })
    .from(enrollments)
    .where(and(eq(enrollments.studentId, person.id), inArray(enrollments.classId, [...classIds])));
  return rows.map(({ classId }) => classId);
}

/** Locks the student: use it in the statement or transaction that records what they open. No row without a seat. */
export const seatedStudent = (studentId: string | Placeholder, classId: string | Placeholder): SQL => sql`
  select users.id
  from users inner join enrollments on enrollments.student_id = users.id and enrollments.class_id = ${classId}
  where users.id = ${studentId} and users.deleted_at is null
  for key share`;

/** Before a decision about what the student has opened: waits for open records and blocks new ones. */
export async function lockSeat(tx: Transaction, studentId: string, classId: string): Promise<void> {
  await tx
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(eq(enrollments.studentId, studentId), eq(enrollments.classId, classId)))
    .for("update");
}
