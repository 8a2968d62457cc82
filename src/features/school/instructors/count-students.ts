import { eq, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { instructorsTag } from "../../../access/cache-tags.ts";
import { classes } from "../classes/tables.ts";
import { instructorReach } from "./tables.ts";

/**
 * Brings `instructor_reach` up to date with enrollments. A purchase doesn't, because it would wait for every other
 * purchase of the same instructor.
 */
export async function countStudents({
  db,
  invalidation,
}: Pick<AppContext, "db" | "invalidation">): Promise<void> {
  await db.transaction(async (tx) => {
    const taught = tx
      .select({
        instructorId: classes.instructorId,
        students: sql<number>`sum(${classes.enrolledStudents})::int`.as("taught_students"),
      })
      .from(classes)
      .where(eq(classes.status, "approved"))
      .groupBy(classes.instructorId)
      .as("taught");
    const students = sql<number>`coalesce(${taught.students}, 0)`;
    const changed = await tx
      .insert(instructorReach)
      .select(
        tx
          .select({
            instructorId: sql<string>`coalesce(${taught.instructorId}, ${instructorReach.instructorId})`.as(
              "instructor_id",
            ),
            students: students.as("students"),
          })
          .from(taught)
          // Includes those whose classes are all gone: the trigger subtracted a different number than was counted.
          .fullJoin(instructorReach, eq(instructorReach.instructorId, taught.instructorId))
          .where(sql`${students} is distinct from ${instructorReach.students}`)
          // In a fixed order, so that two processes don't deadlock.
          .orderBy(sql`1`),
      )
      .onConflictDoUpdate({
        target: instructorReach.instructorId,
        set: { students: sql`excluded.${sql.identifier(instructorReach.students.name)}` },
      })
      .returning({ instructorId: instructorReach.instructorId });
    if (changed.length > 0) await invalidation.invalidate(tx, instructorsTag);
  });
}
