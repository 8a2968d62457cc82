import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { newId } from "../../../platform/ids.ts";
import type { AppContext } from "../../../context.ts";
import { classes } from "../classes/tables.ts";
import { catalogTag, classTag } from "../classes/cache-tags.ts";
import { isEnrolled } from "./queries.ts";
import { enrollments } from "./tables.ts";

type SeatRefusal = "class-not-open" | "already-enrolled" | "no-seats-left";
export type SeatOutcome =
  | { readonly taken: true; readonly enrollmentId: string }
  | { readonly taken: false; readonly reason: SeatRefusal };

/**
 * Locks the class row, so that concurrent buyers cannot oversell it. `no key update` leaves foreign key checks
 * unblocked. The caller's transaction commits the seat.
 */
export async function takeSeat(
  context: Pick<AppContext, "clock" | "invalidation">,
  tx: Transaction,
  studentId: string,
  classId: string,
): Promise<SeatOutcome> {
  const [found] = await tx
    .select({ status: classes.status, availableSeats: classes.availableSeats })
    .from(classes)
    .where(eq(classes.id, classId))
    .for("no key update");
  if (found?.status !== "approved") return { taken: false, reason: "class-not-open" };
  if (await isEnrolled(tx, studentId, classId)) return { taken: false, reason: "already-enrolled" };
  if (found.availableSeats === 0) return { taken: false, reason: "no-seats-left" };

  const enrollmentId = newId();
  await tx
    .insert(enrollments)
    .values({ id: enrollmentId, studentId, classId, createdAt: context.clock.now() });
  await adjustSeats(context, tx, classId, -1);
  return { taken: true, enrollmentId };
}

/** Does nothing when the student has no seat. */
export async function giveSeatBack(
  context: Pick<AppContext, "invalidation">,
  tx: Transaction,
  studentId: string,
  classId: string,
): Promise<void> {
  const removed = await tx
    .delete(enrollments)
    .where(and(eq(enrollments.studentId, studentId), eq(enrollments.classId, classId)))
    .returning({ id: enrollments.id });
  if (removed.length > 0) await adjustSeats(context, tx, classId, 1);
}

async function adjustSeats(
  context: Pick<AppContext, "invalidation">,
  tx: Transaction,
  classId: string,
  seats: 1 | -1,
): Promise<void> {
  await tx
    .update(classes)
    .set({
      availableSeats: sql`${classes.availableSeats} + ${seats}`,
      enrolledStudents: sql`${classes.enrolledStudents} - ${seats}`,
    })
    .where(eq(classes.id, classId));
  await context.invalidation.invalidate(tx, catalogTag, classTag(classId));
}
