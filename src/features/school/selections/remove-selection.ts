import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
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

/** Part of a statement; has the id of the removed selection, if there was one. Placeholders: studentId, classId. */
export const clearingSelection = (tx: Database) =>
  tx.$with("cleared").as(
    tx
      .delete(selections)
      .where(
        and(
          eq(selections.studentId, sql.placeholder("studentId")),
          eq(selections.classId, sql.placeholder("classId")),
        ),
      )
      .returning({ id: selections.id }),
  );
