import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { users } from "../../../access/tables.ts";
import { invalidateInstructor } from "./invalidate-instructor.ts";
import { searchTextOf } from "./search-text.ts";
import { classes } from "./tables.ts";

/** After a change of name, photo or email of a present or former instructor. */
export async function followInstructor(
  tx: Transaction,
  context: Pick<AppContext, "invalidation">,
  personId: string,
): Promise<void> {
  const own = await tx
    .select({ id: classes.id, className: classes.name, instructorName: users.name })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(eq(classes.instructorId, personId));
  for (const { id, className, instructorName } of own)
    await tx
      .update(classes)
      .set({ searchText: searchTextOf(className, instructorName) })
      .where(eq(classes.id, id));
  await invalidateInstructor(tx, context, personId);
}
