import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { findCurriculum } from "./find-curriculum.ts";
import { lockLesson } from "./find-lesson.ts";
import { lockOrder } from "./lock-order.ts";
import { problems } from "./problems.ts";
import { lessons, materials } from "./tables.ts";

/** Throws class-not-found, not-your-class, lesson-not-found, lesson-was-published. */
export async function deleteLesson(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  editor: Person,
  { classId, id }: { classId: string; id: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { curriculumId } = await findCurriculum(tx, editor, classId);
    await lockOrder(tx, curriculumId);
    const lesson = await lockLesson(tx, curriculumId, id);
    if (lesson.publishedVersionId) throw new Problem(problems.publishedAlready);
    await tx.update(materials).set({ removedAt: clock.now() }).where(eq(materials.lessonId, id));
    await tx.delete(lessons).where(eq(lessons.id, id));
  });
}
