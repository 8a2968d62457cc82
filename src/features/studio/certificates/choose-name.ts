import { and, eq, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { problems as enrollmentProblems } from "../../school/enrollments/contract.ts";
import { isEnrolled } from "../../school/enrollments/queries.ts";
import { issueIfFinished } from "./issue-certificates.ts";
import { lettersToReplace } from "./name-letters.ts";
import { unknownLetters } from "./problems.ts";
import { certificateNames, certificates } from "./tables.ts";

/**
 * Before the certificate is issued, or after: then it is signed again. A class that waited for a name that can be
 * written is finished by it. Throws not-enrolled, and invalid-input for letters that no font holds.
 */
export async function chooseName(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  { id: studentId }: Person,
  classId: string,
  { name, isNamed }: { readonly name: string; readonly isNamed: boolean },
): Promise<void> {
  const letters = isNamed ? await lettersToReplace(name) : [];
  if (letters.length > 0)
    throw new Problem(commonProblems.invalidInput, undefined, [
      { field: "name", message: unknownLetters(letters) },
    ]);
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
    await issueIfFinished(tx, { clock }, { studentId, classId });
  });
}
