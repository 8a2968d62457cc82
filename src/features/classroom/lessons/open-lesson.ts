import { eq, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { type Database, readRows } from "../../../platform/database.ts";
import { seatedStudent } from "../../school/enrollments/queries.ts";
import { admitToLesson } from "./admit-to-lesson.ts";
import { problems } from "./problems.ts";
import { type PublishedLesson, findClassFor, listPublishedLessons } from "./queries.ts";
import { lessonVersions, lessons } from "./tables.ts";

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
  if (!shown || !version) throw new Problem(problems.noSuchLesson);
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
  if (rows.length === 0) throw new Problem(problems.noSeat);
}
