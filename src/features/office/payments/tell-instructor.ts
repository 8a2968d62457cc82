import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { classes } from "../../school/classes/tables.ts";
import { notify } from "../../school/notifications/notify.ts";
import { payments } from "./tables.ts";

/** Once for each payment and kind. */
export async function tellInstructor(
  context: Pick<AppContext, "clock">,
  tx: Transaction,
  attemptId: string,
  kind: "student-enrolled" | "student-refunded",
): Promise<void> {
  const [sale] = await tx
    .select({
      personId: classes.instructorId,
      actorId: payments.studentId,
      classId: payments.classId,
      cents: payments.totalCents,
    })
    .from(payments)
    .innerJoin(classes, eq(classes.id, payments.classId))
    .where(eq(payments.attemptId, attemptId));
  if (!sale) throw new Error(`attempt ${attemptId} has no payment`);
  const path = "/dashboard/instructor/my-classes";
  await notify(tx, context, { ...sale, kind, aboutId: attemptId, path });
}
