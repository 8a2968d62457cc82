import { and, eq, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { prepareOnce } from "../../../platform/drizzle.ts";
import { type Database, readRows } from "../../../platform/database.ts";
import { problems as classProblems } from "../../school/classes/policy.ts";
import { classes } from "../../school/classes/tables.ts";
import { seatedStudent } from "../../school/enrollments/queries.ts";
import { sectionOpens } from "./schedule-class.ts";
import { mayOpenLesson, problems } from "./policy.ts";
import {
  type PublishedLesson,
  findClassFor,
  hasSeatIn,
  listPublishedLessons,
  withRights,
} from "./queries.ts";
import { lessonVersions, lessons, sections } from "./tables.ts";

const viewerId = sql.placeholder("viewer");

/** One query with few joins, because each video segment requires it. */
const admission = prepareOnce((db) =>
  db
    .select({
      class: {
        id: classes.id,
        status: classes.status,
        instructorId: classes.instructorId,
        isInstructorSuspended: sql<boolean>`(
          select suspended_at is not null from users where id = ${classes.instructorId}
        )`,
        hasSeat: hasSeatIn(viewerId),
      },
      lesson: {
        id: lessons.id,
        isPreview: lessons.isPreview,
        retiredAt: lessons.retiredAt,
        publishedVersionId: lessons.publishedVersionId,
        draftVideoId: sql<string | null>`${lessons.draft} ->> 'videoId'`,
        videoId: sql<string | null>`(
          select video_id from lesson_versions where id = ${lessons.publishedVersionId}
        )`,
        milliseconds: sql<number | null>`(
          select milliseconds from lesson_versions inner join videos on videos.id = video_id
          where lesson_versions.id = ${lessons.publishedVersionId}
        )`,
      },
      opens: sectionOpens,
      hasOpened: sql<boolean>`exists (
        select from opened_lessons where student_id = ${viewerId} and lesson_id = ${lessons.id}
      )`,
    })
    .from(classes)
    .leftJoin(
      lessons,
      and(eq(lessons.id, sql.placeholder("lesson")), eq(lessons.curriculumId, classes.curriculumId)),
    )
    .leftJoin(sections, eq(sections.id, lessons.sectionId))
    .where(eq(classes.id, sql.placeholder("class")))
    .prepare("admission"),
);

/** Staff may open drafts. Throws class-not-found, lesson-not-found, lesson-needs-a-seat, lesson-opens-later. */
export async function admitToLesson(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  viewer: Person | undefined,
  { classId, id }: { readonly classId: string; readonly id: string },
) {
  const [row] = await admission(db).execute({ viewer: viewer?.id ?? null, class: classId, lesson: id });
  if (!row) throw new Problem(classProblems["class-not-found"]);
  const { lesson, opens, hasOpened } = row;
  if (!lesson) throw new Problem(problems["lesson-not-found"]);
  const found = withRights(row.class, viewer);
  const opening = mayOpenLesson(
    { isStaff: found.isStaff, hasSeat: found.hasSeat, hasOpened },
    {
      isPublished: lesson.publishedVersionId !== null,
      isRetired: lesson.retiredAt !== null,
      isPreview: lesson.isPreview,
      isClassApproved: found.isApproved,
      opensAt: opens,
    },
    clock.now(),
  );
  if (opening === "not-found") throw new Problem(problems["lesson-not-found"]);
  if (opening === "not-enrolled") throw new Problem(problems["lesson-needs-a-seat"]);
  if (opening === "opens-later")
    throw new Problem(
      problems["lesson-opens-later"],
      `This lesson opens on ${opens?.toISOString() ?? "a later day"}.`,
    );
  return { class: found, lesson };
}
export type Admission = Awaited<ReturnType<typeof admitToLesson>>;

/** Records that a student got the text, because a refund counts it. Throws what `admitToLesson` throws. */
export async function openLesson(
  context: Pick<AppContext, "clock" | "db">,
  viewer: Person | undefined,
  params: { readonly classId: string; readonly id: string },
) {
  const { db } = context;
  const { class: admitted } = await admitToLesson(context, viewer, params);
  const found = await findClassFor(db, viewer, params.classId);
  const rows = await listPublishedLessons(db, found.id);
  const shown = rows.find((row) => row.id === params.id);
  const [version] = await db
    .select({ html: lessonVersions.html, publishedAt: lessonVersions.publishedAt })
    .from(lessons)
    .innerJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .where(eq(lessons.id, params.id));
  if (!shown || !version) throw new Problem(problems["lesson-not-found"]);
  if (viewer && admitted.hasSeat && !admitted.isStaff) {
    const { classId, id: lessonId } = params;
    await noteOpened(db, { studentId: viewer.id, classId, lessonId, at: context.clock.now() });
  }
  return { class: found, lesson: { ...shown, ...version }, ...neighborsOf(rows, params.id) };
}

function neighborsOf(rows: readonly PublishedLesson[], id: string) {
  const shown = rows.filter((row) => row.retiredAt === null || row.id === id);
  const at = shown.findIndex((row) => row.id === id);
  return { previous: shown[at - 1] ?? null, next: shown[at + 1] ?? null };
}

interface Opened {
  readonly studentId: string;
  readonly classId: string;
  readonly lessonId: string;
  readonly at: Date;
}

/** Throws lesson-needs-a-seat if the seat has ended in the meantime. */
export async function noteOpened(db: Database, { studentId, classId, lessonId, at }: Opened): Promise<void> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  const rows = await readRows<unknown>(
    db,
    sql`
    insert into opened_lessons (student_id, lesson_id, opened_at, last_opened_at)
    select id, ${lessonId}::uuid, ${moment}, ${moment} from (${seatedStudent(studentId, classId)}) student
    on conflict (student_id, lesson_id) do update set last_opened_at = excluded.last_opened_at
    returning lesson_id
  `,
  );
  if (rows.length === 0) throw new Problem(problems["lesson-needs-a-seat"]);
}
