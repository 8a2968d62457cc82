import { and, count, eq, max } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import { findCurriculum, invalidateOutlines } from "./curriculum.ts";
import { lockOrder } from "./set-order.ts";
import { maxSections } from "./policy.ts";
import { problems } from "./problems.ts";
import { lessons, sections } from "./tables.ts";

type Context = Pick<AppContext, "db" | "invalidation">;

/** Throws class-not-found, not-your-class, too-many-sections. */
export async function addSection(
  context: Context,
  editor: Person,
  classId: string,
  title: string,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const { curriculumId } = await findCurriculum(tx, editor, classId);
    await lockOrder(tx, curriculumId);
    const [there] = await tx
      .select({ count: count(), last: max(sections.position) })
      .from(sections)
      .where(eq(sections.curriculumId, curriculumId));
    if (there && there.count >= maxSections) throw new Problem(problems.tooManySections);
    const id = newId();
    await tx.insert(sections).values({ id, curriculumId, title, position: (there?.last ?? -1) + 1 });
    return id;
  });
}

export interface SectionChanges {
  readonly title?: string | undefined;
  readonly opensAfterDays?: number | null | undefined;
  readonly opensAt?: string | undefined;
}

/** Throws class-not-found, not-your-class, section-not-found. */
export async function updateSection(
  context: Context,
  editor: Person,
  { classId, id }: { classId: string; id: string },
  changes: SectionChanges,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { curriculumId } = await findCurriculum(tx, editor, classId);
    const changed = await tx
      .update(sections)
      .set({ id, ...changes })
      .where(and(eq(sections.id, id), eq(sections.curriculumId, curriculumId)))
      .returning({ id: sections.id });
    if (changed.length === 0) throw new Problem(problems.noSuchSection);
    await invalidateOutlines(context, tx, curriculumId);
  });
}

/** Throws class-not-found, not-your-class, section-not-found, section-not-empty. */
export async function deleteSection(
  context: Context,
  editor: Person,
  { classId, id }: { classId: string; id: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { curriculumId } = await findCurriculum(tx, editor, classId);
    await lockOrder(tx, curriculumId);
    const [lesson] = await tx
      .select({ id: lessons.id })
      .from(lessons)
      .where(and(eq(lessons.sectionId, id), eq(lessons.curriculumId, curriculumId)))
      .limit(1);
    if (lesson) throw new Problem(problems.sectionNotEmpty);
    const deleted = await tx
      .delete(sections)
      .where(and(eq(sections.id, id), eq(sections.curriculumId, curriculumId)))
      .returning({ id: sections.id });
    if (deleted.length === 0) throw new Problem(problems.noSuchSection);
  });
}
