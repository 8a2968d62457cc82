import { and, eq, inArray } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import type { ExercisePath } from "./find-exercise.ts";
import { problems } from "./problems.ts";
import { submissions } from "./tables.ts";

/** Withdraws what is waiting for a critique, also from the gallery. Throws nothing-to-take-back. */
export async function takeBack(
  context: Pick<AppContext, "clock" | "db">,
  student: Person,
  { classId, id }: ExercisePath,
): Promise<void> {
  const taken = await context.db
    .update(submissions)
    .set({ state: "withdrawn", sharedAt: null, changedAt: context.clock.now() })
    .where(
      and(
        eq(submissions.studentId, student.id),
        eq(submissions.classId, classId),
        eq(submissions.lessonId, id),
        inArray(submissions.state, ["handed-in", "withdrawn"]),
      ),
    )
    .returning({ id: submissions.id });
  if (taken.length === 0) throw new Problem(problems.nothingWaits);
}
