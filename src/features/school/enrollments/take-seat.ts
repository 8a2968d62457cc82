import { type SQL, and, eq, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { newId } from "../../../platform/ids.ts";
import type { AppContext } from "../../../context.ts";
import { classes } from "../classes/tables.ts";
import { catalogTag, classTag } from "../classes/cache-tags.ts";
import { isEnrolled } from "./queries.ts";
import { enrollments } from "./tables.ts";

type SeatRefusal = "class-not-open" | "already-enrolled" | "no-seats-left";

interface Seat {
  readonly studentId: string;
  readonly classId: string;
}

/**
 * Locks the class row, so that concurrent buyers cannot oversell it. `no key update` leaves foreign key checks
 * unblocked. Returns why no seat can be taken; undefined unless `enroll` finds that the student has one.
 */
export async function lockSeats(
  tx: Transaction,
  { studentId, classId }: Seat,
): Promise<SeatRefusal | undefined> {
  const [found] = await tx
    .select({ status: classes.status, availableSeats: classes.availableSeats })
    .from(classes)
    .where(eq(classes.id, classId))
    .for("no key update")
    .prepare("lock_seats")
    .execute();
  if (found?.status !== "approved") return "class-not-open";
  if (found.availableSeats > 0) return undefined;
  return (await isEnrolled(tx, studentId, classId)) ? "already-enrolled" : "no-seats-left";
}

/**
 * What takes the seat after `lockSeats`: two parts of the statement that records what it is taken for. `enrollment` has
 * no row when the student is enrolled already; otherwise call `invalidate`.
 */
export function enroll(
  { clock, invalidation }: Pick<AppContext, "clock" | "invalidation">,
  tx: Transaction,
  { studentId, classId }: Seat,
) {
  const enrollment = tx.$with("enrollment").as(
    tx
      .insert(enrollments)
      .values({ id: newId(), studentId, classId, createdAt: clock.now() })
      .onConflictDoNothing({ target: [enrollments.studentId, enrollments.classId] })
      .returning({ classId: enrollments.classId }),
  );
  const { notify, apply } = invalidation.prepare(catalogTag, classTag(classId));
  const seats = tx.$with("seats").as(
    tx
      .update(classes)
      .set(moveSeats(-1))
      .from(enrollment)
      .where(eq(classes.id, enrollment.classId))
      .returning({ notified: notify.as("notified") }),
  );
  return { enrollment, seats, invalidate: apply };
}

/** Does nothing when the student has no seat. */
export async function giveSeatBack(
  { invalidation }: Pick<AppContext, "invalidation">,
  tx: Transaction,
  { studentId, classId }: Seat,
): Promise<void> {
  const ended = tx.$with("ended").as(
    tx
      .delete(enrollments)
      .where(and(eq(enrollments.studentId, studentId), eq(enrollments.classId, classId)))
      .returning({ classId: enrollments.classId }),
  );
  const { notify, apply } = invalidation.prepare(catalogTag, classTag(classId));
  const seats = tx.$with("seats").as(
    tx
      .update(classes)
      .set(moveSeats(1))
      .from(ended)
      .where(eq(classes.id, ended.classId))
      .returning({ notified: notify.as("notified") }),
  );
  const [returned] = await tx.with(ended, seats).select().from(seats);
  if (returned) apply();
}

const moveSeats = (seats: 1 | -1): { availableSeats: SQL; enrolledStudents: SQL } => ({
  availableSeats: sql`${classes.availableSeats} + ${seats}`,
  enrolledStudents: sql`${classes.enrolledStudents} - ${seats}`,
});
