import { asc, eq, inArray } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Transaction } from "../../platform/database.ts";
import { classes } from "../classes/tables.ts";
import { enrollments } from "../enrollments/tables.ts";
import { notify } from "../notifications/notify.ts";
import { findFirstPublication } from "./queries.ts";

export type WaitingClass = Pick<typeof classes.$inferSelect, "id" | "name">;

/**
 * The classes that get their first lesson with the next one that is published; none where that has happened. Waits for
 * payments that are taking a seat, so that their students are told, too.
 */
export async function lockWaitingClasses(
  tx: Transaction,
  { classId, curriculumId }: { readonly classId: string; readonly curriculumId: string },
): Promise<readonly WaitingClass[]> {
  if (await findFirstPublication(tx, classId)) return [];
  const waiting = await tx
    .select({ id: classes.id, name: classes.name })
    .from(classes)
    .where(eq(classes.curriculumId, curriculumId))
    .orderBy(asc(classes.id))
    .for("no key update");
  // Another tab may have published one meanwhile.
  return (await findFirstPublication(tx, classId)) ? [] : waiting;
}

/** Keeps what checkout promised to students who paid before there was a lesson. */
export async function announceFirstLesson(
  context: Pick<AppContext, "clock">,
  tx: Transaction,
  waiting: readonly WaitingClass[],
  title: string,
): Promise<void> {
  const names = new Map(waiting.map(({ id, name }) => [id, name]));
  const students = await tx
    .select({ personId: enrollments.studentId, classId: enrollments.classId })
    .from(enrollments)
    .where(inArray(enrollments.classId, [...names.keys()]));
  await notify(
    tx,
    context,
    ...students.map(({ personId, classId }) => ({
      personId,
      kind: "first-lesson" as const,
      aboutId: classId,
      classId,
      line: `${names.get(classId)} has its first lesson: “${title}”. Your 7 refund days start now.`,
      path: `/dashboard/enrolled-classes/${classId}`,
    })),
  );
}
