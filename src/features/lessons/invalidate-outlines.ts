import { eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Transaction } from "../../platform/database.ts";
import { classTag } from "../classes/cache-tags.ts";
import { classes } from "../classes/tables.ts";

/** Of every class that is held with the curriculum. */
export async function invalidateOutlines(
  { invalidation }: Pick<AppContext, "invalidation">,
  tx: Transaction,
  curriculumId: string,
): Promise<void> {
  const held = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(eq(classes.curriculumId, curriculumId));
  await invalidation.invalidate(tx, ...held.map(({ id }) => classTag(id)));
}
