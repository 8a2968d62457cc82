import { eq, sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Transaction } from "../../platform/database.ts";
import { certificateNames, certificates } from "./tables.ts";

/** For whoever deletes an account: certificates stay valid, signed anew without a name. */
export async function forgetStudent(
  tx: Transaction,
  { clock }: Pick<AppContext, "clock">,
  studentId: string,
): Promise<void> {
  await tx.delete(certificateNames).where(eq(certificateNames.studentId, studentId));
  await tx
    .update(certificates)
    .set({
      name: "",
      isNamed: false,
      credential: null,
      signAt: clock.now(),
      revision: sql`${certificates.revision} + 1`,
    })
    .where(eq(certificates.studentId, studentId));
}
