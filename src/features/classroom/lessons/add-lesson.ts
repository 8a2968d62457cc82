import { and, count, eq, max } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import { findCurriculum } from "./find-curriculum.ts";
import { lockOrder } from "./lock-order.ts";
import { type LessonKind, maxLessons } from "./policy.ts";
import { problems } from "./problems.ts";
import { lessons, sections } from "./tables.ts";

/** Throws class-not-found, not-your-class, section-not-found, too-many-lessons. */
export async function addLesson(
  { db, clock }: Pick<AppContext, "clock" | "db">,
  editor: Person,
  { classId, id: sectionId }: { classId: string; id: string },
  { kind, title }: { kind: LessonKind; title: string },
): Promise<string> {
  return db.transaction(async (tx) => {
    const { curriculumId } = await findCurriculum(tx, editor, classId);
    await lockOrder(tx, curriculumId);
    const [section] = await tx
      .select({ id: sections.id })
      .from(sections)
      .where(and(eq(sections.id, sectionId), eq(sections.curriculumId, curriculumId)));
    if (!section) throw new Problem(problems.noSuchSection);
    const [all] = await tx
      .select({ count: count() })
      .from(lessons)
      .where(eq(lessons.curriculumId, curriculumId));
    if (all && all.count >= maxLessons) throw new Problem(problems.tooManyLessons);
    const [there] = await tx
      .select({ last: max(lessons.position) })
      .from(lessons)
      .where(and(eq(lessons.curriculumId, curriculumId), eq(lessons.sectionId, sectionId)));
    const id = newId();
    const now = clock.now();
    await tx.insert(lessons).values({
      id,
      curriculumId,
      sectionId,
      position: (there?.last ?? -1) + 1,
      kind,
      draft: { title, body: "", videoId: null },
      createdAt: now,
      updatedAt: now,
    });
    return id;
  });
}
