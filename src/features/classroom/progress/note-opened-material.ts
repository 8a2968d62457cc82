import { sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { seatedStudent } from "../../school/enrollments/seated-student.ts";
import { problems as lessonProblems } from "../lessons/problems.ts";

interface OpenedMaterial {
  readonly studentId: string;
  readonly classId: string;
  readonly materialId: string;
}

/** Call it before the first byte leaves. Throws lesson-needs-a-seat if the seat has ended in the meantime. */
export async function noteOpenedMaterial(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  { studentId, classId, materialId }: OpenedMaterial,
): Promise<void> {
  const { rows } = (await db.execute(sql`
    with student as (${seatedStudent(studentId, classId)}), noted as (
      insert into opened_materials (student_id, material_id, opened_at)
      select id, ${materialId}::uuid, ${clock.now().toISOString()}::timestamptz from student
      on conflict do nothing
    )
    select from student
  `)) as { rows: unknown[] };
  if (rows.length === 0) throw new Problem(lessonProblems.noSeat);
}
