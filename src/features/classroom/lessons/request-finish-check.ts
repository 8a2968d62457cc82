import { eq, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import { classes } from "../../school/classes/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { finishChecks, lessonVersions, lessons } from "./tables.ts";

/**
 * A check that waits already is locked, so that the job, which skips it, doesn't look before this transaction has
 * committed.
 */
export const asNewCheck = {
  target: [finishChecks.studentId, finishChecks.lessonId],
  set: { requestedAt: sql`excluded.requested_at` },
};

/** Call it in the transaction that completes a lesson or accepts an exercise. */
export async function requestFinishCheck(
  tx: Database,
  check: { readonly studentId: string; readonly lessonId: string },
  requestedAt: Date,
): Promise<void> {
  await tx
    .insert(finishChecks)
    .values({ ...check, requestedAt })
    .onConflictDoUpdate(asNewCheck);
}

/** For everyone with a seat, when a lesson counts differently: they may have finished the class now. */
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
    .where(eq(lessons.id, lessonId))
    .orderBy(enrollments.studentId);
  await tx.insert(finishChecks).select(students).onConflictDoUpdate(asNewCheck);
}

/** A video's length may be known now, which decides what share of it was watched. */
export async function checkFinished(
  tx: Transaction,
  { clock }: Pick<AppContext, "clock">,
  { videoId }: { readonly videoId: string },
): Promise<void> {
  const showing = await tx
    .select({ id: lessons.id })
    .from(lessonVersions)
    .innerJoin(lessons, eq(lessons.publishedVersionId, lessonVersions.id))
    .where(eq(lessonVersions.videoId, videoId));
  for (const { id } of showing) await requestFinishChecks(tx, id, clock.now());
}
