import { and, eq } from "drizzle-orm";
import type { Transaction } from "../../platform/database.ts";
import type { AppContext } from "../../context.ts";
import type { Person } from "../accounts/queries.ts";
import { readSelection } from "./queries.ts";
import { selections } from "./tables.ts";

/** Removes one of the student's selections. Throws selection-not-found, not-your-selection. */
export async function removeSelection(context: AppContext, student: Person, id: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    await readSelection(tx, student, id);
    await tx.delete(selections).where(eq(selections.id, id));
  });
}

/** Enrolling removes the selected-class record (decisions, "Money and seats"), if there is one. Returns its id. */
export async function clearSelection(
  tx: Transaction,
  studentId: string,
  classId: string,
): Promise<string | undefined> {
  const [cleared] = await tx
    .delete(selections)
    .where(and(eq(selections.studentId, studentId), eq(selections.classId, classId)))
    .returning({ id: selections.id });
  return cleared?.id;
}
