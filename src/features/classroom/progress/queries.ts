import { type SQL, and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Clock } from "../../../platform/clock.ts";
import { type Database, firstOrThrow, readRows } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { PageQuery } from "../../../platform/keyset.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { isPublicClass } from "../../school/classes/policy.ts";
import { classes } from "../../school/classes/tables.ts";
import { problems as enrollmentProblems } from "../../school/enrollments/contract.ts";
import { listEnrollments } from "../../school/enrollments/queries.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { sectionOpens } from "../lessons/schedule-class.ts";
import { mayOpenLesson, minStudents } from "../lessons/policy.ts";
import { lessonVersions, lessons, openedLessons, sections } from "../lessons/tables.ts";
import { posterAt, posterOf } from "../videos/describe-video.ts";
import { videos } from "../videos/tables.ts";
import { findCurriculum } from "../lessons/curriculum.ts";
import { rowsOf } from "./note-learner.ts";
import { completedLessons, watching } from "./tables.ts";

export interface LessonProgress {
  readonly isDone: boolean;
  /** Seconds into the video. */
  readonly position: number;
  /** Seconds of the video. */
  readonly watched: number;
}
export const noProgress: LessonProgress = { isDone: false, position: 0, watched: 0 };

export const secondsIn = (ranges: SQL): SQL<number> =>
  sql<number>`(select coalesce(sum(upper(part) - lower(part)), 0)::int from unnest(${ranges}) part)`;

export const watchedSeconds = secondsIn(sql`${watching.watched}`);

export async function readProgress(
  db: Database,
  studentId: string,
  lesson: { readonly id: string; readonly videoId: string | null },
): Promise<LessonProgress> {
  const completed = await db.$count(
    completedLessons,
    and(eq(completedLessons.studentId, studentId), eq(completedLessons.lessonId, lesson.id)),
  );
  const isDone = completed > 0;
  if (!lesson.videoId) return { ...noProgress, isDone };
  const [seen] = await db
    .select({ position: watching.position, watched: watchedSeconds })
    .from(watching)
    .where(
      and(
        eq(watching.studentId, studentId),
        eq(watching.lessonId, lesson.id),
        eq(watching.videoId, lesson.videoId),
      ),
    );
  return { ...noProgress, ...seen, isDone };
}

/** In order; includes retired lessons that the student had opened. */
export async function listLearned(
  { clock, db }: { readonly clock: Clock; readonly db: Database },
  studentId: string,
  classIds: readonly string[],
) {
  const own = rowsOf(studentId);
  const rows = await db
    .select({
      classId: classes.id,
      classStatus: classes.status,
      isInstructorSuspended: isNotNull(users.suspendedAt).mapWith(Boolean),
      sectionId: sections.id,
      sectionTitle: sections.title,
      opens: sectionOpens,
      id: lessons.id,
      kind: lessons.kind,
      title: lessonVersions.title,
      isPreview: lessons.isPreview,
      isRequired: lessons.isRequired,
      isRetired: isNotNull(lessons.retiredAt).mapWith(Boolean),
      milliseconds: videos.milliseconds,
      posterOf,
      posterAt,
      isDone: isNotNull(completedLessons.completedAt).mapWith(Boolean),
      lastOpenedAt: openedLessons.lastOpenedAt,
      position: sql<number>`coalesce(${watching.position}, 0)`,
      watched: watchedSeconds,
    })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .innerJoin(sections, eq(sections.curriculumId, classes.curriculumId))
    .innerJoin(lessons, eq(lessons.sectionId, sections.id))
    .innerJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .leftJoin(videos, eq(videos.id, lessonVersions.videoId))
    .leftJoin(completedLessons, own.completed)
    .leftJoin(openedLessons, own.opened)
    .leftJoin(watching, own.watching)
    .where(
      and(
        inArray(classes.id, [...classIds]),
        or(isNull(lessons.retiredAt), isNotNull(openedLessons.openedAt)),
      ),
    )
    .orderBy(asc(sections.position), asc(sections.id), asc(lessons.position), asc(lessons.id));
  const now = clock.now();
  return rows.map((row) => {
    const { classStatus: status, isInstructorSuspended, isRetired, isPreview, opens, lastOpenedAt } = row;
    const opening = mayOpenLesson(
      { isStaff: false, hasSeat: true, hasOpened: lastOpenedAt !== null },
      {
        isPublished: true,
        isRetired,
        isPreview,
        isClassApproved: isPublicClass({ status, isInstructorSuspended }),
        opensAt: opens,
      },
      now,
    );
    return { ...row, isOpen: opening === "open" };
  });
}

type Context = Parameters<typeof listLearned>[0];

export async function listLearning(context: Context, student: Person, page: PageQuery) {
  const { rows: enrolled, ...more } = await listEnrollments(context.db, student, page);
  const classIds = enrolled.map(({ classId }) => classId);
  const byClass = Map.groupBy(await listLearned(context, student.id, classIds), ({ classId }) => classId);
  return { ...more, rows: classIds.map((classId) => ({ classId, lessons: byClass.get(classId) ?? [] })) };
}

/** Throws not-enrolled. */
export async function readLearning(context: Context, student: Person, classId: string) {
  const { clock, db } = context;
  const [found] = await db
    .select({ startsOn: classes.startsOn, timeZone: classes.timeZone })
    .from(enrollments)
    .innerJoin(classes, eq(classes.id, enrollments.classId))
    .where(and(eq(enrollments.studentId, student.id), eq(enrollments.classId, classId)));
  if (!found) throw new Problem(enrollmentProblems["not-enrolled"]);
  return {
    ...found,
    lessons: await listLearned(context, student.id, [classId]),
    daysThisMonth: await listDays(db, student.id, clock.now()),
  };
}

/** The days (UTC) of this month. */
async function listDays(db: Database, studentId: string, now: Date): Promise<string[]> {
  const month = sql`date_trunc('month', ${now.toISOString().slice(0, 10)}::date)::date`;
  const rows = await readRows<{ day: string }>(
    db,
    sql`
    select to_char(day, 'YYYY-MM-DD') as day
    from learners,
      unnest(days * datemultirange(daterange(${month}, (${month} + interval '1 month')::date))) part,
      generate_series(lower(part)::timestamp, upper(part)::timestamp - interval '1 day', '1 day') day
    where student_id = ${studentId}
    order by day
  `,
  );
  return rows.map(({ day }) => day);
}

/** For current seats. With fewer students, only their number. Throws class-not-found, not-your-class. */
export async function readClassProgress(db: Database, editor: Person, classId: string) {
  const { curriculumId } = await findCurriculum(db, editor, classId);
  const rows = await readRows<{ students: number; started: number; finished: number }>(
    db,
    sql`
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
  `,
  );
  const totals = firstOrThrow(rows);
  if (totals.started < minStudents) return { ...totals, finished: null, lessons: [] };
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
