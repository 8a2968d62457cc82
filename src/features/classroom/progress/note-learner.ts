import { type Placeholder, and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { lessonVersions, lessons, openedLessons } from "../lessons/tables.ts";
import { completedLessons, watching } from "./tables.ts";

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
