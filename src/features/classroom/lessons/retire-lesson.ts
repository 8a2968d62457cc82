import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { catalogTag } from "../../school/classes/cache-tags.ts";
import { findCurriculum } from "./find-curriculum.ts";
import { lockLesson } from "./find-lesson.ts";
import { invalidateOutlines } from "./invalidate-outlines.ts";
import { problems } from "./problems.ts";
import { requestFinishChecks } from "./request-finish-check.ts";
import { lessons } from "./tables.ts";

/** Throws class-not-found, not-your-class, lesson-not-found, lesson-not-published. */
export async function setRetired(
  context: Pick<AppContext, "clock" | "db" | "invalidation">,
  editor: Person,
  { classId, id }: { classId: string; id: string },
  isRetired: boolean,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { curriculumId } = await findCurriculum(tx, editor, classId);
    const lesson = await lockLesson(tx, curriculumId, id);
    if (!lesson.publishedVersionId) throw new Problem(problems.notPublished);
    const now = context.clock.now();
    await tx
      .update(lessons)
      .set({ retiredAt: isRetired ? (lesson.retiredAt ?? now) : null, updatedAt: now })
      .where(eq(lessons.id, id));
    if (isRetired) await requestFinishChecks(tx, id, now);
    await invalidateOutlines(context, tx, curriculumId);
    await context.invalidation.invalidate(tx, catalogTag);
  });
}
