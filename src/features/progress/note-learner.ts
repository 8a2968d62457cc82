import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.ts";

/** The day (UTC), as a `datemultirange`. */
export function learnedOn(now: Date): SQL {
  const day = sql`${now.toISOString().slice(0, 10)}::date`;
  return sql`datemultirange(daterange(${day}, ${day} + 1))`;
}

/** From a student's first time on, reports are counted. */
export async function noteLearner(db: Database, studentId: string, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into learners (student_id, counted_until, reported_at, days)
    values (${studentId}, ${at}, ${at}, ${learnedOn(now)})
    on conflict (student_id) do update set days = learners.days + excluded.days
  `);
}
