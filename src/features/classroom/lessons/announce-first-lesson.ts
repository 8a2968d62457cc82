import { asc, eq, inArray } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { classes } from "../../school/classes/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { notify } from "../../school/notifications/notify.ts";
import { findFirstPublication } from "./queries.ts";

/**
 * The classes that get their first lesson with the next publication; none if they have one. Waits for payments that
 * are taking a seat, so that their students are notified too.
 */
export async function lockWaitingClasses(
  tx: Transaction,
  { classId, curriculumId }: { readonly classId: string; readonly curriculumId: string },
): Promise<readonly string[]> {
  if (await findFirstPublication(tx, classId)) return [];
  const waiting = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(eq(classes.curriculumId, curriculumId))
    .orderBy(asc(classes.id))
    .for("no key update");
  // Another tab may have published one in the meantime.
  return (await findFirstPublication(tx, classId)) ? [] : waiting.map(({ id }) => id);
}

/** Checkout promised this to students who paid before there was a lesson. */
export async function announceFirstLesson(
  context: Pick<AppContext, "clock">,
  tx: Transaction,
  waiting: readonly string[],
  lessonId: string,
): Promise<void> {
  const students = await tx
    .select({ personId: enrollments.studentId, classId: enrollments.classId })
    .from(enrollments)
    .where(inArray(enrollments.classId, [...waiting]));
  await notify(
    tx,
    context,
    ...students.map(({ personId, classId }) => ({
      personId,
      kind: "first-lesson" as const,
      aboutId: classId,
      classId,
      lessonId,
      path: `/dashboard/enrolled-classes/${classId}`,
    })),
  );
}
