import { type Placeholder, type SQL, and, eq, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { enrollments } from "./tables.ts";

/**
 * The student's id; no row without a seat, or for a deleted account. Use it in the statement or transaction that
 * records what a student opens: ending the seat or deleting the account then waits for the lock and sees the
 * record, or comes first.
 */
export const seatedStudent = (studentId: string | Placeholder, classId: string | Placeholder): SQL => sql`
  select users.id
  from users inner join enrollments on enrollments.student_id = users.id and enrollments.class_id = ${classId}
  where users.id = ${studentId} and users.deleted_at is null
  for key share`;

/** Before a decision about what the student has opened: waits for open records and blocks new ones. */
export async function lockSeat(tx: Transaction, studentId: string, classId: string): Promise<void> {
  await tx
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(eq(enrollments.studentId, studentId), eq(enrollments.classId, classId)))
    .for("update");
}
