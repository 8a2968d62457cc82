import { and, eq, exists, isNull } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { findCurriculum } from "./find-curriculum.ts";
import { invalidateOutlines } from "./invalidate-outlines.ts";
import { problems } from "./problems.ts";
import { lessons, materials } from "./tables.ts";

/** The file follows (`collect-materials.ts`). Throws class-not-found, not-your-class, material-not-found. */
export async function removeMaterial(
  context: Pick<AppContext, "clock" | "db" | "invalidation">,
  editor: Person,
  { classId, id }: { classId: string; id: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { curriculumId } = await findCurriculum(tx, editor, classId);
    const ofCurriculum = tx
      .select({ id: lessons.id })
      .from(lessons)
      .where(and(eq(lessons.id, materials.lessonId), eq(lessons.curriculumId, curriculumId)));
    const removed = await tx
      .update(materials)
      .set({ removedAt: context.clock.now() })
      .where(and(eq(materials.id, id), isNull(materials.removedAt), exists(ofCurriculum)))
      .returning({ id: materials.id });
    if (removed.length === 0) throw new Problem(problems.noSuchMaterial);
    await invalidateOutlines(context, tx, curriculumId);
  });
}
