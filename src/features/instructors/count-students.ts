import { eq, sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { instructorsTag } from "../accounts/cache-tags.ts";
import { classes } from "../classes/tables.ts";
import { instructorReach } from "./tables.ts";

/**
 * Writes into `instructor_reach` what enrollments have changed since. A purchase does not: it would wait for every other
 * purchase of the same instructor. Instructors without an approved class are counted where the class's status changes.
 */
export async function countStudents({
  db,
  invalidation,
}: Pick<AppContext, "db" | "invalidation">): Promise<void> {
  const students = sql<number>`sum(${classes.enrolledStudents})::int`;
  await db.transaction(async (tx) => {
    const changed = await tx
      .insert(instructorReach)
      .select(
        tx
          .select({ instructorId: classes.instructorId, students: students.as("students") })
          .from(classes)
          .leftJoin(instructorReach, eq(instructorReach.instructorId, classes.instructorId))
          .where(eq(classes.status, "approved"))
          .groupBy(classes.instructorId, instructorReach.students)
          .having(sql`${students} is distinct from ${instructorReach.students}`)
          // In one order, so that two processes do not wait for each other.
          .orderBy(classes.instructorId),
      )
      .onConflictDoUpdate({
        target: instructorReach.instructorId,
        set: { students: sql`excluded.${sql.identifier(instructorReach.students.name)}` },
      })
      .returning({ instructorId: instructorReach.instructorId });
    if (changed.length > 0) await invalidation.invalidate(tx, instructorsTag);
  });
}
