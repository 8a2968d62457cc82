import { type Placeholder, type SQL, and, eq, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { enrollments } from "./tables.ts";

/**
 * The student's id; no row without a seat, or once the account is deleted. Call it in the statement or the transaction
 * that records what a student opens: who ends the seat or deletes the account waits for the lock, and then sees the
 * record, or comes first.
 */
export const seatedStudent = (studentId: string | Placeholder, classId: string | Placeholder): SQL => sql`
  select users.id
  from users inner join enrollments on enrollments.student_id = users.id and enrollments.class_id = ${classId}
  where users.id = ${studentId} and users.deleted_at is null
  for key share`;

/** Before a decision on what the student has opened: waits for what is being recorded, and holds up the rest. */
export async function lockSeat(tx: Transaction, studentId: string, classId: string): Promise<void> {
  await tx
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(eq(enrollments.studentId, studentId), eq(enrollments.classId, classId)))
    .for("update");
}
