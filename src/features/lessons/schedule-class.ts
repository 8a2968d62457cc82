import { eq, sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Person } from "../accounts/queries.ts";
import { catalogTag, classTag } from "../classes/cache-tags.ts";
import { classes } from "../classes/tables.ts";
import { findCurriculum } from "./find-curriculum.ts";

export interface Cohort {
  /** YYYY-MM-DD; null with `timeZone`: self-paced. */
  readonly startsOn: string | null;
  readonly timeZone: string | null;
}

/** Throws class-not-found, not-your-class. */
export async function scheduleClass(
  { clock, db, invalidation }: Pick<AppContext, "clock" | "db" | "invalidation">,
  editor: Person,
  classId: string,
  { startsOn, timeZone }: Cohort,
): Promise<void> {
  await db.transaction(async (tx) => {
    await findCurriculum(tx, editor, classId);
    await tx
      .update(classes)
      .set({ startsOn, timeZone, updatedAt: clock.now(), version: sql`${classes.version} + 1` })
      .where(eq(classes.id, classId));
    await invalidation.invalidate(tx, catalogTag, classTag(classId));
  });
}
