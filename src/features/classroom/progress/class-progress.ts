import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import type { Person } from "../../../access/queries.ts";
import { findCurriculum } from "../lessons/find-curriculum.ts";
import { lessons, openedLessons, sections } from "../lessons/tables.ts";
import { fewestStudents } from "../lessons/policy.ts";
import { completedLessons } from "./tables.ts";

/**
 * For current seats. Below `fewestStudents`, only the number who have started, because more would identify someone.
 * Throws class-not-found, not-your-class.
 */
export async function readClassProgress(db: Database, editor: Person, classId: string) {
  const { curriculumId } = await findCurriculum(db, editor, classId);
  const { rows } = (await db.execute(sql`
    with required as (
      select id from lessons
      where curriculum_id = ${curriculumId} and published_version_id is not null and retired_at is null and is_required
    )
    select count(*)::int as students,
      (count(*) filter (where exists (
        select from opened_lessons opened inner join lessons on lessons.id = opened.lesson_id
        where opened.student_id = seat.student_id and lessons.curriculum_id = ${curriculumId}
      )))::int as started,
      (count(*) filter (where exists (select from required) and not exists (
        select id from required
        except select lesson_id from completed_lessons done where done.student_id = seat.student_id
      )))::int as finished
    from enrollments seat where class_id = ${classId}
  `)) as { rows: { students: number; started: number; finished: number }[] };
  const totals = rows[0]!;
  if (totals.started < fewestStudents) return { ...totals, finished: null, lessons: [] };
  const ofClass = (table: typeof openedLessons | typeof completedLessons) =>
    sql<number>`(
      select count(*)::int from ${table}
      inner join enrollments on enrollments.student_id = ${table.studentId} and class_id = ${classId}
      where ${table.lessonId} = ${lessons.id}
    )`;
  const numbers = await db
    .select({ id: lessons.id, opened: ofClass(openedLessons), done: ofClass(completedLessons) })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.sectionId))
    .where(
      and(
        eq(lessons.curriculumId, curriculumId),
        isNotNull(lessons.publishedVersionId),
        isNull(lessons.retiredAt),
      ),
    )
    .orderBy(asc(sections.position), asc(sections.id), asc(lessons.position), asc(lessons.id));
  return { ...totals, lessons: numbers };
}
