import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { type Admission, admitToLesson } from "../lessons/admit-to-lesson.ts";
import { problems as lessonProblems } from "../lessons/problems.ts";
import { lessonVersions } from "../lessons/tables.ts";
import { videos } from "../videos/tables.ts";
import { countReport } from "./count-report.ts";
import { doneShare, keepsProgress, secondsOf } from "./policy.ts";
import { problems } from "./problems.ts";
import { type LessonProgress, noProgress } from "./queries.ts";

interface Report {
  readonly videoId: string;
  /** Whole seconds, [from, to). */
  readonly ranges: readonly (readonly [number, number])[];
  readonly position: number;
}

/**
 * Counts seconds that were sent to the student and can have passed since their last report, by the server's clock.
 * Throws what `admitToLesson` throws, and video-not-in-lesson.
 */
export async function reportWatched(
  context: Pick<AppContext, "clock" | "db">,
  student: Person,
  params: { readonly classId: string; readonly id: string },
  { videoId, ranges, position }: Report,
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
    enough: enoughOf(seconds),
  });
  if (!counted) throw new Problem(lessonProblems.noSeat);
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
  if (!earlier) throw new Problem(problems.noSuchVideo);
  return earlier.milliseconds;
}

/** At least one second, so that a video of unknown length is never done. */
const enoughOf = (seconds: number): number =>
  Math.max(1, Math.ceil((seconds * Math.round(doneShare * 100)) / 100));

/** An `int4multirange` literal of the parts within `[0, seconds)`; PostgreSQL merges overlaps. */
function rangesWithin(ranges: Report["ranges"], seconds: number): string {
  const parts = ranges
    .map(([from, to]) => [Math.max(from, 0), Math.min(to, seconds)] as const)
    .filter(([from, to]) => from < to);
  return `{${parts.map(([from, to]) => `[${from},${to})`).join(",")}}`;
}
