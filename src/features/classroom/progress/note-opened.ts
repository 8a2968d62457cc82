import { readRows } from "../../../platform/database.ts";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { Problem } from "../../../platform/errors.ts";
import { seatedStudent } from "../../school/enrollments/queries.ts";
import { admitToLesson } from "../lessons/admit-to-lesson.ts";
import { noteOpened } from "../lessons/open-lesson.ts";
import { problems as lessonProblems } from "../lessons/problems.ts";
import { noteLearner } from "./note-learner.ts";
import { keepsProgress } from "./policy.ts";
import { type LessonProgress, noProgress, readProgress } from "./queries.ts";

/** Returns the student's position. Throws what `admitToLesson` throws. */
export async function openAsStudent(
  context: Pick<AppContext, "clock" | "db">,
  student: Person,
  params: { readonly classId: string; readonly id: string },
): Promise<LessonProgress> {
  const { class: found, lesson } = await admitToLesson(context, student, params);
  if (!keepsProgress(found)) return noProgress;
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    await noteOpened(tx, { studentId: student.id, classId: found.id, lessonId: lesson.id, at: now });
    await noteLearner(tx, student.id, now);
    return readProgress(tx, student.id, lesson);
  });
}

interface OpenedMaterial {
  readonly studentId: string;
  readonly classId: string;
  readonly materialId: string;
}

/** Call it before the first byte is sent. Throws lesson-needs-a-seat if the seat has ended. */
export async function noteOpenedMaterial(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  { studentId, classId, materialId }: OpenedMaterial,
): Promise<void> {
  const rows = await readRows<unknown>(
    db,
    sql`
    with student as (${seatedStudent(studentId, classId)}), noted as (
      insert into opened_materials (student_id, material_id, opened_at)
      select id, ${materialId}::uuid, ${clock.now().toISOString()}::timestamptz from student
      on conflict do nothing
    )
    select from student
  `,
  );
  if (rows.length === 0) throw new Problem(lessonProblems.noSeat);
}
