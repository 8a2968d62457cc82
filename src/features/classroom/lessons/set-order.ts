import { eq, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { curricula } from "../../school/classes/tables.ts";
import { findCurriculum, invalidateOutlines } from "./curriculum.ts";
import { problems } from "./problems.ts";
import { lessons, sections } from "./tables.ts";

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
    const { curriculumId } = await findCurriculum(tx, editor, classId);
    const orderVersion = await lockOrder(tx, curriculumId);
    if (orderVersion !== order.orderVersion) throw new Problem(problems.orderChanged);
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
    throw new Problem(problems.orderIncomplete);
}
