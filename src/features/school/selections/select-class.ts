import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import { problems as classProblems } from "../classes/contract.ts";
import { isPublicClass } from "../classes/policy.ts";
import { readClass } from "../classes/queries.ts";
import { problems as enrollmentProblems } from "../enrollments/contract.ts";
import { classes } from "../classes/tables.ts";
import { isEnrolled } from "../enrollments/queries.ts";
import { problems } from "./contract.ts";
import { selections } from "./tables.ts";

/** Throws class-not-found, no-seats-left, already-enrolled, already-selected. */
export async function selectClass(
  context: Pick<AppContext, "clock" | "db">,
  student: Person,
  classId: string,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    // Waits for a payment that is taking a seat, so that a class is never both selected and enrolled.
    await tx.select({ id: classes.id }).from(classes).where(eq(classes.id, classId)).for("share");
    const found = await readClass(tx, student, classId);
    if (!isPublicClass(found)) throw new Problem(classProblems.noSuchClass);
    if (await isEnrolled(tx, student.id, classId)) throw new Problem(enrollmentProblems.alreadyEnrolled);
    if (found.availableSeats === 0) throw new Problem(enrollmentProblems.noSeatsLeft);

    const id = newId();
    const inserted = await tx
      .insert(selections)
      .values({
        id,
        studentId: student.id,
        classId,
        className: found.name,
        classImage: found.image,
        instructorName: found.instructorName,
        instructorEmail: found.instructorEmail,
        priceCents: found.priceCents,
        createdAt: context.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: selections.id });
    if (inserted.length === 0) throw new Problem(problems.alreadySelected);
    return id;
  });
}
