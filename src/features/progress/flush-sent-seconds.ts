import { sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { learnedOn } from "./note-learner.ts";
import { type Sent, wholeSeconds } from "./sent-seconds.ts";

const batch = 500;

/** What cannot be stored now waits for the next time. */
export async function flushSentSeconds({
  db,
  sentSeconds,
}: Pick<AppContext, "db" | "sentSeconds">): Promise<void> {
  const all = sentSeconds.takeAll();
  for (let first = 0; first < all.length; first += batch) {
    const rows = all.slice(first, first + batch);
    try {
      await store(rows);
    } catch (error) {
      for (const row of all.slice(first)) sentSeconds.add(row);
      throw error;
    }
  }

  /** Rows come in one order, so that two processes do not wait for each other. */
  async function store(rows: readonly Sent[]): Promise<void> {
    const students = rows.map(({ studentId, since }) => {
      const at = sql`${since.toISOString()}::timestamptz`;
      return sql`(${studentId}::uuid, ${at}, ${at}, ${learnedOn(at)})`;
    });
    await db.execute(sql`
      insert into learners (student_id, counted_until, reported_at, days)
      values ${sql.join(students, sql`, `)}
      on conflict do nothing
    `);
    const videos = rows.map(
      ({ studentId, lessonId, videoId, parts }) =>
        sql`(${studentId}::uuid, ${lessonId}::uuid, ${videoId}::uuid, '{}', ${wholeSeconds(parts)}::int4multirange)`,
    );
    await db.execute(sql`
      insert into watching (student_id, lesson_id, video_id, watched, sent)
      values ${sql.join(videos, sql`, `)}
      on conflict (student_id, lesson_id, video_id) do update set sent = watching.sent + excluded.sent
    `);
  }
}
