import { type SQL, and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "../../../platform/database.ts";
import { notifyOf } from "../../../platform/invalidation.ts";
import type { WriteContext } from "../../../context.ts";
import { prepareOnce } from "../../../platform/drizzle.ts";
import { classes } from "../classes/tables.ts";
import { catalogTag, classTag } from "../classes/cache-tags.ts";
import { isEnrolled } from "./queries.ts";
import { enrollments } from "./tables.ts";

type SeatRefusal = "class-not-open" | "already-enrolled" | "no-seats-left";

interface Seat {
  readonly studentId: string;
  readonly classId: string;
}

/** Locks the class against overselling; foreign key checks can continue. Undefined if a seat is left. */
export async function lockSeats(tx: Transaction, seat: Seat): Promise<SeatRefusal | undefined> {
  const [found] = await lockingSeats(tx).execute({ classId: seat.classId });
  if (found?.status !== "approved") return "class-not-open";
  if (found.availableSeats > 0) return undefined;
  return (await isEnrolled(tx, seat.studentId, seat.classId)) ? "already-enrolled" : "no-seats-left";
}

const lockingSeats = prepareOnce((tx) =>
  tx
    .select({ status: classes.status, availableSeats: classes.availableSeats })
    .from(classes)
    .where(eq(classes.id, sql.placeholder("classId")))
    .for("no key update")
    .prepare("lock_seats"),
);

/** CTEs for after `lockSeats`. Placeholders: enrollmentId, studentId, classId, at, invalidation (of `seatTags`). */
export function takingSeat(tx: Database) {
  const enrollment = tx.$with("enrollment").as(
    tx
      .insert(enrollments)
      .values({
        id: sql.placeholder("enrollmentId"),
        studentId: sql.placeholder("studentId"),
        classId: sql.placeholder("classId"),
        createdAt: sql`${sql.placeholder("at")}`,
      })
      .onConflictDoNothing({ target: [enrollments.studentId, enrollments.classId] })
      .returning({ classId: enrollments.classId }),
  );
  const seats = tx.$with("seats").as(
    tx
      .update(classes)
      .set(moveSeats(-1))
      .from(enrollment)
      .where(eq(classes.id, enrollment.classId))
      .returning({ notified: notifyOf(sql.placeholder("invalidation")).as("notified") }),
  );
  return { enrollment, seats };
}

/** Does nothing if the student has no seat. */
export async function giveSeatBack(
  { invalidation }: WriteContext,
  tx: Transaction,
  { studentId, classId }: Seat,
): Promise<void> {
  const ended = tx.$with("ended").as(
    tx
      .delete(enrollments)
      .where(and(eq(enrollments.studentId, studentId), eq(enrollments.classId, classId)))
      .returning({ classId: enrollments.classId }),
  );
  const { payload, apply } = invalidation.prepare(...seatTags(classId));
  const seats = tx.$with("seats").as(
    tx
      .update(classes)
      .set(moveSeats(1))
      .from(ended)
      .where(eq(classes.id, ended.classId))
      .returning({ notified: notifyOf(payload).as("notified") }),
  );
  const [returned] = await tx.with(ended, seats).select().from(seats);
  if (returned) apply();
}

export const seatTags = (classId: string) => [catalogTag, classTag(classId)];

const moveSeats = (seats: 1 | -1): { availableSeats: SQL; enrolledStudents: SQL } => ({
  availableSeats: sql`${classes.availableSeats} + ${seats}`,
  enrolledStudents: sql`${classes.enrolledStudents} - ${seats}`,
});
