import { sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { seatedStudent } from "../../school/enrollments/seated-student.ts";
import { problems } from "./problems.ts";

interface Opened {
  readonly studentId: string;
  readonly classId: string;
  readonly lessonId: string;
  readonly at: Date;
}

/** Throws lesson-needs-a-seat if the seat has ended in the meantime. */
export async function noteOpened(db: Database, { studentId, classId, lessonId, at }: Opened): Promise<void> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  const { rows } = (await db.execute(sql`
    insert into opened_lessons (student_id, lesson_id, opened_at, last_opened_at)
    select id, ${lessonId}::uuid, ${moment}, ${moment} from (${seatedStudent(studentId, classId)}) student
    on conflict (student_id, lesson_id) do update set last_opened_at = excluded.last_opened_at
    returning lesson_id
  `)) as { rows: unknown[] };
  if (rows.length === 0) throw new Problem(problems.noSeat);
}
