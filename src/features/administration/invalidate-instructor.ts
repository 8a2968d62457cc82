import { eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Transaction } from "../../platform/database.ts";
import { instructorsTag } from "../accounts/cache-tags.ts";
import { catalogTag, classTag } from "../classes/cache-tags.ts";
import { classes } from "../classes/tables.ts";

/** Invalidates the instructor and each of their classes: what a suspension hides, or its end shows again. */
export async function invalidateInstructor(
  tx: Transaction,
  { invalidation }: Pick<AppContext, "invalidation">,
  instructorId: string,
): Promise<void> {
  const ownClasses = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(eq(classes.instructorId, instructorId));
  await invalidation.invalidate(tx, instructorsTag, catalogTag);
  // PostgreSQL limits a notification to 8000 bytes.
  for (let offset = 0; offset < ownClasses.length; offset += 100) {
    await invalidation.invalidate(
      tx,
      ...ownClasses.slice(offset, offset + 100).map(({ id }) => classTag(id)),
    );
  }
}
