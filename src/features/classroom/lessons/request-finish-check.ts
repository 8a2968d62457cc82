import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "../../../platform/database.ts";
import { classes } from "../../school/classes/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { finishChecks, lessons } from "./tables.ts";

/** Call it in the transaction that completes a lesson or accepts an exercise. */
export async function requestFinishCheck(
  tx: Database,
  check: { readonly studentId: string; readonly lessonId: string },
  requestedAt: Date,
): Promise<void> {
  await tx
    .insert(finishChecks)
    .values({ ...check, requestedAt })
    .onConflictDoNothing();
}

/** For everyone with a seat: without this lesson, they may have finished the class. */
export async function requestFinishChecks(
  tx: Transaction,
  lessonId: string,
  requestedAt: Date,
): Promise<void> {
  const students = tx
    .selectDistinct({
      studentId: enrollments.studentId,
      lessonId: lessons.id,
      requestedAt: sql<Date>`${requestedAt.toISOString()}::timestamptz`.as("requested_at"),
    })
    .from(lessons)
    .innerJoin(classes, eq(classes.curriculumId, lessons.curriculumId))
    .innerJoin(enrollments, eq(enrollments.classId, classes.id))
    .where(eq(lessons.id, lessonId));
  await tx.insert(finishChecks).select(students).onConflictDoNothing();
}
