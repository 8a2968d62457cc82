import { and, eq } from "drizzle-orm";
import type { Database, Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { type Person, lockPresent } from "../../../access/queries.ts";
import type { AppContext } from "../../../context.ts";
import { problems as classProblems, mayEditClass } from "../../school/classes/policy.ts";
import { classes } from "../../school/classes/tables.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { problems } from "./policy.ts";
import { lessons } from "./tables.ts";

type CurriculumClass = Pick<
  typeof classes.$inferSelect,
  "id" | "name" | "status" | "instructorId" | "curriculumId" | "startsOn" | "timeZone"
>;

/** Throws class-not-found and not-your-class. */
export async function findCurriculum(
  db: Database,
  editor: Person,
  classId: string,
): Promise<CurriculumClass> {
  const [found] = await db
    .select({
      id: classes.id,
      name: classes.name,
      status: classes.status,
      instructorId: classes.instructorId,
      curriculumId: classes.curriculumId,
      startsOn: classes.startsOn,
      timeZone: classes.timeZone,
    })
    .from(classes)
    .where(eq(classes.id, classId));
  if (!found) throw new Problem(classProblems["class-not-found"]);
  if (!mayEditClass(editor, found)) throw new Problem(classProblems["not-your-class"]);
  return found;
}

/**
 * The instructor's account, whose deletion would miss what is written meanwhile; before the lessons, as the deletion does.
 * Throws unauthenticated, and class-not-found to an admin.
 */
export async function lockInstructor(
  tx: Transaction,
  editor: Person,
  { instructorId: id }: Pick<CurriculumClass, "instructorId">,
): Promise<void> {
  await lockPresent(tx, { id }, editor.id === id ? undefined : classProblems["class-not-found"]);
}

/** For a write. Throws what `findCurriculum` and `lockInstructor` throw. */
export async function lockCurriculum(
  tx: Transaction,
  editor: Person,
  classId: string,
): Promise<CurriculumClass> {
  const found = await findCurriculum(tx, editor, classId);
  await lockInstructor(tx, editor, found);
  return found;
}

export type LessonRow = typeof lessons.$inferSelect;

/** Throws lesson-not-found. */
export async function lockLesson(tx: Transaction, curriculumId: string, id: string): Promise<LessonRow> {
  const [lesson] = await tx
    .select()
    .from(lessons)
    .where(and(eq(lessons.id, id), eq(lessons.curriculumId, curriculumId)))
    .for("update");
  if (!lesson) throw new Problem(problems["lesson-not-found"]);
  return lesson;
}

export async function invalidateOutlines(
  { invalidation }: Pick<AppContext, "invalidation">,
  tx: Transaction,
  curriculumId: string,
): Promise<void> {
  const held = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(eq(classes.curriculumId, curriculumId));
  await invalidation.invalidate(tx, ...held.map(({ id }) => classTag(id)));
}
