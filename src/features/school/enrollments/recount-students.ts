import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { problems as classProblems } from "../classes/contract.ts";
import { classes } from "../classes/tables.ts";
import { catalogTag, classTag } from "../classes/cache-tags.ts";
import { enrollments } from "./tables.ts";

/** Returns whether the count was wrong. Throws class-not-found. */
export async function recountStudents(
  context: Pick<AppContext, "db" | "invalidation">,
  classId: string,
): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    // Locks first, in a separate statement: the count must include an enrollment that commits in the meantime.
    const [found] = await tx
      .select({ enrolledStudents: classes.enrolledStudents })
      .from(classes)
      .where(eq(classes.id, classId))
      .for("update");
    if (!found) throw new Problem(classProblems.noSuchClass);
    const enrolledStudents = await tx.$count(enrollments, eq(enrollments.classId, classId));
    if (enrolledStudents === found.enrolledStudents) return false;
    await tx.update(classes).set({ enrolledStudents }).where(eq(classes.id, classId));
    await context.invalidation.invalidate(tx, catalogTag, classTag(classId));
    return true;
  });
}
