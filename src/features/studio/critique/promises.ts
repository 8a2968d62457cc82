import { and, asc, eq, exists, isNull, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { problems as classProblems } from "../../school/classes/contract.ts";
import { invalidateInstructor } from "../../school/classes/invalidate-instructor.ts";
import { isOwnClass } from "../../school/classes/policy.ts";
import { classes } from "../../school/classes/tables.ts";
import { lessons } from "../../classroom/lessons/tables.ts";
import { defaultDays } from "./policy.ts";
import { classPromises, critiquePromises } from "./tables.ts";

export async function readPromises(db: Database, instructor: Person) {
  const [general] = await db
    .select({ days: critiquePromises.days })
    .from(critiquePromises)
    .where(eq(critiquePromises.instructorId, instructor.id));
  const exercises = db
    .select({ one: sql`1` })
    .from(lessons)
    .where(and(eq(lessons.curriculumId, classes.curriculumId), eq(lessons.kind, "exercise")));
  const own = await db
    .select({ classId: classes.id, className: classes.name, days: classPromises.days })
    .from(classes)
    .leftJoin(classPromises, eq(classPromises.classId, classes.id))
    .where(and(eq(classes.instructorId, instructor.id), isNull(classes.archivedAt), exists(exercises)))
    .orderBy(asc(classes.id));
  return { days: general?.days ?? defaultDays, classes: own };
}

interface Promised {
  /** Null: for all classes. */
  readonly classId: string | null;
  /** Null: as usual. */
  readonly days: number | null;
}

/** Throws class-not-found, not-your-class. */
export async function setPromise(
  context: Pick<AppContext, "db" | "invalidation">,
  instructor: Person,
  { classId, days }: Promised,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (classId !== null) {
      await setClassPromise(tx, instructor, classId, days);
      await context.invalidation.invalidate(tx, classTag(classId));
      return;
    }
    const isTheirs = eq(critiquePromises.instructorId, instructor.id);
    if (days === null) await tx.delete(critiquePromises).where(isTheirs);
    else
      await tx
        .insert(critiquePromises)
        .values({ instructorId: instructor.id, days })
        .onConflictDoUpdate({ target: critiquePromises.instructorId, set: { days } });
    await invalidateInstructor(tx, context, instructor.id);
  });
}

async function setClassPromise(
  db: Database,
  instructor: Person,
  classId: string,
  days: number | null,
): Promise<void> {
  const [found] = await db
    .select({ instructorId: classes.instructorId })
    .from(classes)
    .where(eq(classes.id, classId));
  if (!found) throw new Problem(classProblems.noSuchClass);
  if (!isOwnClass(instructor, found)) throw new Problem(classProblems.notYourClass);
  if (days === null) await db.delete(classPromises).where(eq(classPromises.classId, classId));
  else
    await db
      .insert(classPromises)
      .values({ classId, days })
      .onConflictDoUpdate({ target: classPromises.classId, set: { days } });
}
