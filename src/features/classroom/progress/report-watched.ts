import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { prepareOnce } from "../../../platform/drizzle.ts";
import { seatedStudent } from "../../school/enrollments/queries.ts";
import { type Admission, admitToLesson } from "../lessons/admit-to-lesson.ts";
import { problems as lessonProblems } from "../lessons/policy.ts";
import { lessonVersions } from "../lessons/tables.ts";
import { videos } from "../videos/tables.ts";
import {
  doneShare,
  keepsProgress,
  secondsOf,
  grace,
  maxSpeed,
  queueSeconds,
  sentMargin,
  problems,
} from "./policy.ts";
import { type LessonProgress, noProgress, secondsIn } from "./queries.ts";
import { learnedOn } from "./note-learner.ts";

interface Report {
  readonly videoId: string;
  /** Whole seconds, [from, to). */
  readonly ranges: readonly (readonly [number, number])[];
  readonly position: number;
  /** Left by an earlier page: only moves the position forward. */
  readonly isLate?: boolean | undefined;
}

/** Counts seconds that were sent and can have passed. Throws what `admitToLesson` throws, and video-not-in-lesson. */
export async function reportWatched(
  context: Pick<AppContext, "clock" | "db">,
  student: Person,
  params: { readonly classId: string; readonly id: string },
  { videoId, ranges, position, isLate = false }: Report,
): Promise<LessonProgress> {
  const { clock, db } = context;
  const { class: found, lesson } = await admitToLesson(context, student, params);
  if (!keepsProgress(found)) return noProgress;
  const seconds = secondsOf(await lengthOf(db, lesson, videoId)) ?? 0;
  const [counted] = await countReport(db).execute({
    student: student.id,
    class: params.classId,
    lesson: lesson.id,
    video: videoId,
    at: clock.now().toISOString(),
    claimed: rangesWithin(ranges, seconds),
    position: Math.min(position, seconds),
    late: isLate,
    enough: enoughOf(seconds),
  });
  if (!counted) throw new Problem(lessonProblems["lesson-needs-a-seat"]);
  const { watched, position: reached, isDone } = counted;
  return { watched, position: reached, isDone };
}

/** Of the published video, or an earlier one still open in another tab. */
async function lengthOf(db: Database, lesson: Admission["lesson"], videoId: string): Promise<number | null> {
  if (videoId === lesson.videoId) return lesson.milliseconds;
  const [earlier] = await db
    .select({ milliseconds: videos.milliseconds })
    .from(lessonVersions)
    .innerJoin(videos, eq(videos.id, lessonVersions.videoId))
    .where(and(eq(lessonVersions.lessonId, lesson.id), eq(lessonVersions.videoId, videoId)))
    .limit(1);
  if (!earlier) throw new Problem(problems["video-not-in-lesson"]);
  return earlier.milliseconds;
}

/** At least one second, so that a video of unknown length is never done. */
const enoughOf = (seconds: number) => Math.max(1, Math.ceil((seconds * Math.round(doneShare * 100)) / 100));

/** An `int4multirange` literal within `[0, seconds)`; PostgreSQL merges overlaps. */
function rangesWithin(ranges: Report["ranges"], seconds: number): string {
  const parts = ranges
    .map(([from, to]) => [Math.max(from, 0), Math.min(to, seconds)] as const)
    .filter(([from, to]) => from < to);
  return `{${parts.map(([from, to]) => `[${from},${to})`).join(",")}}`;
}

/** Inlined, because PGlite is slow with parameters. */
const constant = (value: number): SQL => sql.raw(String(value));

/** Claimed seconds that were sent, within a margin, and are not counted yet. */
const newSeconds = (claimed: SQL, sent: SQL, watched: SQL): SQL =>
  sql`coalesce(${claimed} * (
    select range_agg(int4range(lower(part) - ${constant(sentMargin)}, upper(part) + ${constant(sentMargin)}))
    from unnest(${sent}) part
  ) - ${watched}, '{}')`;

const earliest = (ranges: SQL, seconds: SQL): SQL =>
  sql`(
    select coalesce(range_agg(int4range(first, least(last, first + greatest(${seconds} - before, 0)::int))), '{}')
    from (
      select lower(part) as first, upper(part) as last,
        sum(upper(part) - lower(part)) over (order by part) - (upper(part) - lower(part)) as before
      from unnest(${ranges}) part
    ) parts
  )`;

/** The seconds that can have passed between `start` and the report, and until when they are spent. */
const credit = (start: SQL): SQL => sql`
  select credit, start + credit * interval '1 second' / ${constant(maxSpeed)}
  from (
    select start, least(
      claimable,
      greatest(floor(extract(epoch from at - start) * ${constant(maxSpeed)}) + ${constant(grace)}, 0)
    )::int as credit
    from (select ${start} as start) began
  ) given`;

/** `paid` locks the learner's row and rereads it; a stale `held` can only give less. No row without a seat. */
const countReport = prepareOnce((db) => {
  type Parameter = "student" | "lesson" | "video" | "at" | "claimed" | "position" | "late" | "enough";
  const given = (name: Parameter): SQL => sql`${sql.placeholder(name)}`;
  const student = db
    .$with("student", {})
    .as(seatedStudent(sql.placeholder("student"), sql.placeholder("class")));
  const report = db.$with("report", {}).as(sql`
    select id as student, ${given("lesson")}::uuid as lesson, ${given("video")}::uuid as video,
      ${given("at")}::timestamptz as at, ${given("claimed")}::int4multirange as claimed,
      ${given("position")}::int as second, ${given("enough")}::int as enough
    from student`);
  const held = db.$with("held", {}).as(sql`
    select report.*, ${secondsIn(sql`watched`)} as before, fresh, ${secondsIn(sql`fresh`)} as claimable
    from report
    left join watching on student_id = student and lesson_id = lesson and video_id = video
    cross join lateral (
      select ${newSeconds(sql`claimed`, sql`sent`, sql`coalesce(watched, '{}')`)} as fresh
    ) claim`);
  const paid = db.$with("paid", {}).as(sql`
    insert into learners as learner (student_id, reported_at, days, credited, counted_until)
    select student, at, ${learnedOn(sql`at`)}, first.*
    from held cross join lateral (${credit(sql`at`)}) first
    on conflict (student_id) do update set
      (credited, counted_until) = (
        select given.* from held cross join lateral (${credit(sql`greatest(
          learner.counted_until,
          case
            when at - learner.reported_at > ${constant(queueSeconds)} * interval '1 second' then learner.reported_at
          end
        )`)}) given
      ),
      reported_at = greatest(learner.reported_at, excluded.reported_at),
      days = learner.days + excluded.days
    returning credited`);
  const counted = db.$with("counted", {}).as(sql`
    insert into watching as kept (student_id, lesson_id, video_id, watched, sent, position)
    select student, lesson, video, ${earliest(sql`fresh`, sql`credited`)}, '{}', second from held, paid
    on conflict (student_id, lesson_id, video_id) do update set
      watched = kept.watched + excluded.watched,
      position = case
        when ${given("late")}::boolean then greatest(kept.position, excluded.position)
        else excluded.position
      end
    returning ${secondsIn(sql`kept.watched`)} as seconds, kept.position`);
  const done = db.$with("done", {}).as(sql`
    insert into completed_lessons (student_id, lesson_id, how, completed_at)
    select student, lesson, 'watched', at from held, counted
    where before < enough and counted.seconds >= enough
    on conflict do nothing
    returning lesson_id`);
  const state = db.$with("state", {}).as(sql`
    select exists (select from done) or exists (
      select from completed_lessons where student_id = student and lesson_id = lesson
    ) as is_done
    from report`);
  const checked = db.$with("checked", {}).as(sql`
    insert into finish_checks (student_id, lesson_id, requested_at)
    select student, lesson, at from held, counted, state where is_done and counted.seconds > before
    on conflict (student_id, lesson_id) do update set requested_at = excluded.requested_at`);
  return db
    .with(student, report, held, paid, counted, done, state, checked)
    .select({
      watched: sql<number>`counted.seconds`,
      position: sql<number>`counted.position`,
      isDone: sql<boolean>`is_done`,
      // A power failure may lose the last second of reports, but no completed lesson.
      commit: sql`case when not exists (select from done) then set_config('synchronous_commit', 'off', true) end`,
    })
    .from(sql`counted, state`)
    .prepare("count_report");
});
