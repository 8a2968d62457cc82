import { type SQL, and, eq, sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Database } from "../../platform/database.ts";
import { Problem } from "../../platform/errors.ts";
import type { Person } from "../accounts/queries.ts";
import { type Admission, admitToLesson } from "../lessons/admit-to-lesson.ts";
import { lessonVersions } from "../lessons/tables.ts";
import { videos } from "../videos/tables.ts";
import { learnedOn } from "./note-learner.ts";
import { doneShare, grace, keepsProgress, maxSpeed, queueSeconds, secondsOf } from "./policy.ts";
import { problems } from "./problems.ts";
import { type LessonProgress, noProgress } from "./queries.ts";
import { earliest, newSeconds, rangesWithin, secondsIn } from "./second-ranges.ts";
import { type Sent, type WatchedVideo, wholeSeconds } from "./sent-seconds.ts";

interface Report {
  readonly videoId: string;
  /** Whole seconds, [from, to). */
  readonly ranges: readonly (readonly [number, number])[];
  readonly position: number;
}

/**
 * Counts what was sent to the student and can have passed since their last report, by the server's clock. Throws what
 * `admitToLesson` throws, and video-not-in-lesson.
 */
export async function reportWatched(
  context: Pick<AppContext, "clock" | "db" | "sentSeconds">,
  student: Person,
  params: { readonly classId: string; readonly id: string },
  { videoId, ranges, position }: Report,
): Promise<LessonProgress> {
  const { clock, db, sentSeconds } = context;
  const { class: found, lesson } = await admitToLesson(context, student, params);
  if (!keepsProgress(found)) return noProgress;
  const seconds = secondsOf(await lengthOf(db, lesson, videoId)) ?? 0;
  const video = { studentId: student.id, lessonId: lesson.id, videoId };
  const sent = sentSeconds.take(video);
  try {
    return await count(db, clock.now(), { video, seconds, sent, ranges, position });
  } catch (error) {
    if (sent) sentSeconds.add(sent);
    throw error;
  }
}

/** Of the published video, or of an earlier one that is still open in another tab. */
async function lengthOf(db: Database, lesson: Admission["lesson"], videoId: string): Promise<number | null> {
  if (videoId === lesson.videoId) return lesson.milliseconds;
  const [earlier] = await db
    .select({ milliseconds: videos.milliseconds })
    .from(lessonVersions)
    .innerJoin(videos, eq(videos.id, lessonVersions.videoId))
    .where(and(eq(lessonVersions.lessonId, lesson.id), eq(lessonVersions.videoId, videoId)))
    .limit(1);
  if (!earlier) throw new Problem(problems.noSuchVideo);
  return earlier.milliseconds;
}

interface Claim extends Omit<Report, "videoId"> {
  readonly video: WatchedVideo;
  readonly seconds: number;
  readonly sent: Sent | undefined;
}

/**
 * One statement. `paid` locks the student's row and reads it as it is now; what `held` read before can only make it
 * give less.
 */
async function count(
  db: Database,
  now: Date,
  { video: { studentId, lessonId, videoId }, seconds, sent, ranges, position }: Claim,
): Promise<LessonProgress> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const justSent = sql`${wholeSeconds(sent?.parts ?? [])}::int4multirange`;
  const claimed = sql`${rangesWithin(ranges, seconds)}::int4multirange`;
  const enough = sql`ceil(${seconds}::int * ${String(doneShare)}::numeric)`;
  const allowance = sql`greatest(floor(extract(epoch from ${at} - start) * ${maxSpeed}::int) + ${grace}::int, 0)`;
  const credit = (start: SQL) => sql`
    select credit, start + credit * interval '1 second' / ${maxSpeed}::int
    from (
      select start, least((select ${secondsIn(sql`fresh`)} from held), ${allowance})::int as credit
      from (select ${start} as start) began
    ) given`;
  const { rows } = (await db.execute(sql`
    with held as (
      select ${secondsIn(sql`watched`)} as before, ${newSeconds(claimed, sql`sent + ${justSent}`, sql`watched`)} as fresh
      from (
        select coalesce(watched, '{}') as watched, coalesce(sent, '{}') as sent
        from (select) one
        left join watching on student_id = ${studentId} and lesson_id = ${lessonId} and video_id = ${videoId}
      ) row
    ), paid as (
      insert into learners as learner (student_id, reported_at, days, credited, counted_until)
      select ${studentId}::uuid, ${at}, ${learnedOn(now)}, given.*
      from (${credit(sql`${(sent?.since ?? now).toISOString()}::timestamptz`)}) given
      on conflict (student_id) do update set
        (credited, counted_until) = (${credit(sql`greatest(
          learner.counted_until,
          case when ${at} - learner.reported_at > ${queueSeconds}::int * interval '1 second' then learner.reported_at end
        )`)}),
        reported_at = greatest(learner.reported_at, excluded.reported_at),
        days = learner.days + excluded.days
      returning credited
    ), counted as (
      insert into watching as kept (student_id, lesson_id, video_id, watched, sent, position)
      select ${studentId}::uuid, ${lessonId}::uuid, ${videoId}::uuid,
        ${earliest(sql`fresh`, sql`credited`)}, ${justSent}, ${Math.min(position, seconds)}::int
      from held, paid
      on conflict (student_id, lesson_id, video_id) do update set
        watched = kept.watched + excluded.watched,
        sent = kept.sent + excluded.sent,
        position = excluded.position
      returning ${secondsIn(sql`kept.watched`)} as seconds, kept.position
    ), done as (
      insert into completed_lessons (student_id, lesson_id, how, completed_at)
      select ${studentId}::uuid, ${lessonId}::uuid, 'watched', ${at} from held, counted
      where ${seconds}::int > 0 and before < ${enough} and counted.seconds >= ${enough}
      on conflict do nothing
      returning lesson_id
    )
    select seconds as watched, position, exists (select from done) or exists (
      select from completed_lessons where student_id = ${studentId} and lesson_id = ${lessonId}
    ) as "isDone"
    from counted
  `)) as { rows: LessonProgress[] };
  return rows[0]!;
}
