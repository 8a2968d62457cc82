import { and, count, eq, max, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import { lockCurriculum, invalidateOutlines } from "./curriculum.ts";
import { maxSections, problems } from "./policy.ts";
import { announceAgain } from "./schedule-class.ts";
import { lessons, sections } from "./tables.ts";
import type { Transaction } from "../../../platform/database.ts";
import { curricula } from "../../school/classes/tables.ts";

type Context = Pick<AppContext, "clock" | "db" | "invalidation">;

/** Throws class-not-found, not-your-class, too-many-sections. */
export async function addSection(
  context: Context,
  editor: Person,
  classId: string,
  title: string,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const { curriculumId } = await lockCurriculum(tx, editor, classId);
    await lockOrder(tx, curriculumId);
    const [there] = await tx
      .select({ count: count(), last: max(sections.position) })
      .from(sections)
      .where(eq(sections.curriculumId, curriculumId));
    if (there && there.count >= maxSections) throw new Problem(problems["too-many-sections"]);
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
    const { curriculumId } = await lockCurriculum(tx, editor, classId);
    const changed = await tx
      .update(sections)
      .set({ id, ...changes })
      .where(and(eq(sections.id, id), eq(sections.curriculumId, curriculumId)))
      .returning({ id: sections.id });
    if (changed.length === 0) throw new Problem(problems["section-not-found"]);
    await announceAgain(tx, context.clock, eq(sections.id, id));
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
    const { curriculumId } = await lockCurriculum(tx, editor, classId);
    await lockOrder(tx, curriculumId);
    const [lesson] = await tx
      .select({ id: lessons.id })
      .from(lessons)
      .where(and(eq(lessons.sectionId, id), eq(lessons.curriculumId, curriculumId)))
      .limit(1);
    if (lesson) throw new Problem(problems["section-not-empty"]);
    const deleted = await tx
      .delete(sections)
      .where(and(eq(sections.id, id), eq(sections.curriculumId, curriculumId)))
      .returning({ id: sections.id });
    if (deleted.length === 0) throw new Problem(problems["section-not-found"]);
  });
}

/** Serializes changes of sections and lessons. Returns the order's version. */
export async function lockOrder(tx: Transaction, curriculumId: string): Promise<number> {
  const [locked] = await tx
    .select({ orderVersion: curricula.orderVersion })
    .from(curricula)
    .where(eq(curricula.id, curriculumId))
    .for("no key update");
  if (!locked) throw new Error(`there is no curriculum ${curriculumId}`);
  return locked.orderVersion;
}

interface NewOrder {
  readonly orderVersion: number;
  readonly sections: readonly { readonly _id: string; readonly lessons: readonly string[] }[];
}

/** Returns the new version. Throws class-not-found, not-your-class, order-changed-meanwhile, order-incomplete. */
export async function setOrder(
  context: Pick<AppContext, "db" | "invalidation">,
  editor: Person,
  classId: string,
  order: NewOrder,
): Promise<number> {
  return context.db.transaction(async (tx) => {
    const { curriculumId } = await lockCurriculum(tx, editor, classId);
    const orderVersion = await lockOrder(tx, curriculumId);
    if (orderVersion !== order.orderVersion) throw new Problem(problems["order-changed-meanwhile"]);
    await refuseIncomplete(tx, curriculumId, order);
    const sectionRows = order.sections.map(({ _id }, position) => ({ id: _id, position }));
    const lessonRows = order.sections.flatMap(({ _id, lessons: ids }) =>
      ids.map((id, position) => ({ id, section: _id, position })),
    );
    await tx.execute(sql`
      update ${sections} set position = moved.position
      from jsonb_to_recordset(${JSON.stringify(sectionRows)}::jsonb) as moved (id uuid, position int)
      where ${sections.id} = moved.id`);
    await tx.execute(sql`
      update ${lessons} set position = moved.position, section_id = moved.section
      from jsonb_to_recordset(${JSON.stringify(lessonRows)}::jsonb) as moved (id uuid, section uuid, position int)
      where ${lessons.id} = moved.id`);
    await tx
      .update(curricula)
      .set({ orderVersion: orderVersion + 1 })
      .where(eq(curricula.id, curriculumId));
    await invalidateOutlines(context, tx, curriculumId);
    return orderVersion + 1;
  });
}

async function refuseIncomplete(tx: Transaction, curriculumId: string, order: NewOrder): Promise<void> {
  const thereSections = await tx
    .select({ id: sections.id })
    .from(sections)
    .where(eq(sections.curriculumId, curriculumId));
  const thereLessons = await tx
    .select({ id: lessons.id })
    .from(lessons)
    .where(eq(lessons.curriculumId, curriculumId));
  const isSame = (there: readonly { id: string }[], given: readonly string[]): boolean =>
    there.length === given.length && new Set([...given, ...there.map(({ id }) => id)]).size === there.length;
  const givenLessons = order.sections.flatMap((section) => section.lessons);
  if (
    !isSame(
      thereSections,
      order.sections.map(({ _id }) => _id),
    ) ||
    !isSame(thereLessons, givenLessons)
  )
    throw new Problem(problems["order-incomplete"]);
}
