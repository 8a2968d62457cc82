import { type Placeholder, and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { lessonVersions, lessons, openedLessons } from "../lessons/tables.ts";
import { completedLessons, watching } from "./tables.ts";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { prepareOnce } from "../../../platform/drizzle.ts";
import { seatedStudent } from "../../school/enrollments/queries.ts";
import { problems as lessonProblems } from "../lessons/policy.ts";

/** Conditions that join a student's rows to `lessons`, and to the video of the joined `lessonVersions`. */
export const rowsOf = (studentId: string | Placeholder) => ({
  completed: and(eq(completedLessons.lessonId, lessons.id), eq(completedLessons.studentId, studentId)),
  opened: and(eq(openedLessons.lessonId, lessons.id), eq(openedLessons.studentId, studentId)),
  watching: and(
    eq(watching.lessonId, lessons.id),
    eq(watching.videoId, lessonVersions.videoId),
    eq(watching.studentId, studentId),
  ),
});

/** A UTC date as a `datemultirange`. */
export const learnedOn = (moment: SQL): SQL =>
  sql`datemultirange(daterange((${moment} at time zone 'UTC')::date, (${moment} at time zone 'UTC')::date, '[]'))`;

/** Reports count from a student's first visit on. */
export async function noteLearner(db: Database, studentId: string, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into learners (student_id, counted_until, reported_at, days)
    values (${studentId}, ${at}, ${at}, ${learnedOn(at)})
    on conflict (student_id) do update set days = learners.days + excluded.days
  `);
}

export interface SentSeconds {
  readonly studentId: string;
  readonly classId: string;
  readonly lessonId: string;
  readonly videoId: string;
  /** Whole seconds of the video, [from, to). */
  readonly from: number;
  readonly to: number;
}

/** Idempotent; call it before the first byte is sent. Throws lesson-needs-a-seat if the seat has ended. */
export async function noteSent(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  { studentId, classId, lessonId, videoId, from, to }: SentSeconds,
): Promise<void> {
  const [noted] = await noting(db).execute({
    student: studentId,
    class: classId,
    lesson: lessonId,
    video: videoId,
    sent: `{[${from},${to})}`,
    at: clock.now().toISOString(),
  });
  if (!noted) throw new Problem(lessonProblems["lesson-needs-a-seat"]);
}

/** Same lock order as reports: student, seat, learner, video. */
const noting = prepareOnce((db) => {
  const given = (name: string): SQL => sql`${sql.placeholder(name)}`;
  const at = sql`${given("at")}::timestamptz`;
  const student = db
    .$with("student", {})
    .as(seatedStudent(sql.placeholder("student"), sql.placeholder("class")));
  const learner = db.$with("learner", {}).as(sql`
    insert into learners (student_id, counted_until, reported_at, days)
    select id, ${at}, ${at}, ${learnedOn(at)} from student
    on conflict do nothing
    returning student_id`);
  const noted = db.$with("noted", {}).as(sql`
    insert into watching (student_id, lesson_id, video_id, watched, sent)
    select id, ${given("lesson")}::uuid, ${given("video")}::uuid, '{}', ${given("sent")}::int4multirange
    from student left join learner on true
    on conflict (student_id, lesson_id, video_id) do update set sent = watching.sent + excluded.sent
    where not watching.sent @> excluded.sent`);
  return (
    db
      .with(student, learner, noted)
      // A power failure may lose the last second of records, so they don't wait for the disk.
      .select({ commit: sql`set_config('synchronous_commit', 'off', true)` })
      .from(sql`student`)
      .prepare("note_sent")
  );
});
