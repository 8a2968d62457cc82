import { asc, eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { takenDownTag } from "../../../platform/invalidation.ts";
import { users } from "../../../access/tables.ts";
import { catalogTag, classTag, instructorsTag } from "./cache-tags.ts";
import { classes } from "./tables.ts";
import { searchTextOf } from "./search-classes.ts";

export async function invalidateInstructor(
  tx: Transaction,
  { invalidation }: Pick<AppContext, "invalidation">,
  instructorId: string,
): Promise<void> {
  const ownClasses = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(eq(classes.instructorId, instructorId));
  const classTags = ownClasses.map(({ id }) => classTag(id));
  await invalidation.invalidate(tx, takenDownTag, instructorsTag, catalogTag, ...classTags);
}

export async function followInstructor(
  tx: Transaction,
  context: Pick<AppContext, "invalidation">,
  personId: string,
): Promise<void> {
  const own = await tx
    .select({ id: classes.id, className: classes.name, instructorName: users.name })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(eq(classes.instructorId, personId))
    .orderBy(asc(classes.id))
    // Otherwise a class that is renamed or handed over meanwhile would get back its former names.
    .for("no key update", { of: classes });
  for (const { id, className, instructorName } of own)
    await tx
      .update(classes)
      .set({ searchText: searchTextOf(className, instructorName) })
      .where(eq(classes.id, id));
  await invalidateInstructor(tx, context, personId);
}
