import { type Database, readRows } from "../../../platform/database.ts";
import { type Placeholder, and, eq, ne, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { classes } from "../../school/classes/tables.ts";
import { seatedStudent } from "../../school/enrollments/queries.ts";
import { admitToLesson, noteOpened } from "../lessons/admit-to-lesson.ts";
import { problems as lessonProblems } from "../lessons/policy.ts";
import { asNewCheck, requestFinishCheck } from "../lessons/request-finish-check.ts";
import { finishChecks, lessons } from "../lessons/tables.ts";
import { noteLearner } from "./note-learner.ts";
import { type CompletionKind, keepsProgress } from "./policy.ts";
import { completedLessons } from "./tables.ts";
import { type LessonProgress, noProgress, readProgress } from "./queries.ts";

/** Returns the student's position. Throws what `admitToLesson` throws. */
export async function openAsStudent(
  context: Pick<AppContext, "clock" | "db">,
  student: Person,
  params: { readonly classId: string; readonly id: string },
): Promise<LessonProgress> {
  const { class: found, lesson } = await admitToLesson(context, student, params);
  if (!keepsProgress(found)) return noProgress;
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    await noteOpened(tx, { studentId: student.id, classId: found.id, lessonId: lesson.id, at: now });
    await noteLearner(tx, student.id, now);
    return readProgress(tx, student.id, lesson);
  });
}

interface OpenedMaterial {
  readonly studentId: string;
  readonly classId: string;
  readonly materialId: string;
}

/** Call it before the first byte is sent. Throws lesson-needs-a-seat if the seat has ended. */
export async function noteOpenedMaterial(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  { studentId, classId, materialId }: OpenedMaterial,
): Promise<void> {
  const rows = await readRows<unknown>(
    db,
    sql`
    with student as (${seatedStudent(studentId, classId)}), noted as (
      insert into opened_materials (student_id, material_id, opened_at)
      select id, ${materialId}::uuid, ${clock.now().toISOString()}::timestamptz from student
      on conflict do nothing
    )
    select from student
  `,
  );
  if (rows.length === 0) throw new Problem(lessonProblems["lesson-needs-a-seat"]);
}

type Context = Pick<AppContext, "clock" | "db">;
interface LessonPath {
  readonly classId: string;
  readonly id: string;
}

/** Returns whether the lesson is done. Throws what `admitToLesson` throws. */
export async function completeLesson(
  context: Context,
  student: Person,
  params: LessonPath,
  how: CompletionKind,
): Promise<boolean> {
  const { class: found, lesson } = await admitToLesson(context, student, params);
  if (!keepsProgress(found)) return false;
  const completedAt = context.clock.now();
  await context.db.transaction(async (tx) => {
    const rows = await readRows<unknown>(tx, seatedStudent(student.id, params.classId));
    if (rows.length === 0) throw new Problem(lessonProblems["lesson-needs-a-seat"]);
    await tx
      .insert(completedLessons)
      .values({ studentId: student.id, lessonId: lesson.id, how, completedAt })
      .onConflictDoNothing();
    await requestFinishCheck(tx, { studentId: student.id, lessonId: lesson.id }, completedAt);
    await noteLearner(tx, student.id, completedAt);
  });
  return true;
}

/** Still true after a teacher's acceptance. Throws what `admitToLesson` throws. */
export async function uncompleteLesson(
  context: Context,
  student: Person,
  params: LessonPath,
): Promise<boolean> {
  const { class: found, lesson } = await admitToLesson(context, student, params);
  if (!keepsProgress(found)) return false;
  const isTheirs = and(eq(completedLessons.studentId, student.id), eq(completedLessons.lessonId, lesson.id));
  await context.db.delete(completedLessons).where(and(isTheirs, ne(completedLessons.how, "accepted")));
  return (await context.db.$count(completedLessons, isTheirs)) > 0;
}

/** For the `with` of a prepared statement, when a seat is taken: in another class with these lessons, the student may have finished them. */
export const checkingFinish = (
  tx: Database,
  { studentId, classId, at }: Readonly<Record<"studentId" | "classId" | "at", Placeholder>>,
) =>
  tx.$with("finish_check").as(
    tx
      .insert(finishChecks)
      .select(
        tx
          .select({
            studentId: completedLessons.studentId,
            lessonId: completedLessons.lessonId,
            requestedAt: sql<Date>`${at}::timestamptz`.as("requested_at"),
          })
          .from(completedLessons)
          .innerJoin(lessons, eq(lessons.id, completedLessons.lessonId))
          .innerJoin(classes, eq(classes.curriculumId, lessons.curriculumId))
          .where(and(eq(completedLessons.studentId, studentId), eq(classes.id, classId)))
          .limit(1),
      )
      .onConflictDoUpdate(asNewCheck),
  );
