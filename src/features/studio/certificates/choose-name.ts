import { and, eq, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { problems as enrollmentProblems } from "../../school/enrollments/contract.ts";
import { isEnrolled } from "../../school/enrollments/queries.ts";
import { issueIfFinished } from "./issue-certificates.ts";
import { certificateNames, certificates } from "./tables.ts";

/** Before the certificate is issued, or after: then it is signed again. Throws not-enrolled. */
export async function chooseName(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  { id: studentId }: Person,
  classId: string,
  { name, isNamed }: { readonly name: string; readonly isNamed: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(certificates)
      .set({ name, isNamed, signAt: clock.now(), revision: sql`${certificates.revision} + 1` })
      .where(and(eq(certificates.studentId, studentId), eq(certificates.classId, classId)))
      .returning({ id: certificates.id });
    if (changed) return;
    if (!(await isEnrolled(tx, studentId, classId))) throw new Problem(enrollmentProblems.notEnrolled);
    await tx
      .insert(certificateNames)
      .values({ studentId, classId, name, isNamed })
      .onConflictDoUpdate({
        target: [certificateNames.studentId, certificateNames.classId],
        set: { name, isNamed },
      });
    // An earlier version issued none for a name whose letters no font has.
    await issueIfFinished(tx, { clock }, { studentId, classId });
  });
}
