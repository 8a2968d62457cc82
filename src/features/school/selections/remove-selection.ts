import { and, eq } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { readSelection } from "./queries.ts";
import { selections } from "./tables.ts";

/** Throws selection-not-found, not-your-selection. */
export async function removeSelection(
  context: Pick<AppContext, "db">,
  student: Person,
  id: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await readSelection(tx, student, id);
    await tx.delete(selections).where(eq(selections.id, id));
  });
}

/** Part of a statement; has the id of the removed selection, if there was one. */
export const clearSelection = (
  tx: Transaction,
  { studentId, classId }: { readonly studentId: string; readonly classId: string },
) =>
  tx.$with("cleared").as(
    tx
      .delete(selections)
      .where(and(eq(selections.studentId, studentId), eq(selections.classId, classId)))
      .returning({ id: selections.id }),
  );
