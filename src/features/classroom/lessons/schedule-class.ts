import { type SQL, and, eq, exists, gt, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { catalogTag, classTag } from "../../school/classes/cache-tags.ts";
import { classes } from "../../school/classes/tables.ts";
import { codeOf } from "../../../platform/error-code.ts";
import { Problem, problems } from "../../../platform/errors.ts";
import { type Clock, day } from "../../../platform/clock.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import { unknownZone } from "./schemas.ts";
import { findCurriculum, lockInstructor } from "./curriculum.ts";
import { announcedSections, sections } from "./tables.ts";

export interface Cohort {
  /** YYYY-MM-DD; null together with `timeZone`: self-paced. */
  readonly startsOn: string | null;
  readonly timeZone: string | null;
}

/** Throws class-not-found, not-your-class, invalid-input. */
export async function scheduleClass(
  { clock, db, invalidation }: Pick<AppContext, "clock" | "db" | "invalidation">,
  editor: Person,
  classId: string,
  { startsOn, timeZone }: Cohort,
): Promise<void> {
  await refuseUnknownZone(db, timeZone);
  await db.transaction(async (tx) => {
    const found = await findCurriculum(tx, editor, classId);
    await tx
      .update(classes)
      .set({ startsOn, timeZone, updatedAt: clock.now(), version: sql`${classes.version} + 1` })
      .where(eq(classes.id, classId));
    await lockInstructor(tx, editor, found);
    await announceAgain(tx, clock, eq(classes.id, classId));
    await invalidation.invalidate(tx, catalogTag, classTag(classId));
  });
}

/** Sections that were announced, and open days later after all, are news again. */
export async function announceAgain(tx: Transaction, clock: Clock, condition: SQL): Promise<void> {
  const soon = new Date(clock.now().getTime() + 2 * day).toISOString();
  const postponed = tx
    .select({ found: sql`1` })
    .from(classes)
    .innerJoin(sections, eq(sections.curriculumId, classes.curriculumId))
    .where(
      and(
        condition,
        eq(classes.id, announcedSections.classId),
        eq(sections.id, announcedSections.sectionId),
        gt(sectionOpens, sql`${soon}::timestamptz`),
      ),
    );
  await tx.delete(announcedSections).where(exists(postponed));
}

const invalidParameter = "22023";

/** PostgreSQL computes the opening times, and may know fewer zones than the browser. Throws invalid-input. */
export async function refuseUnknownZone(db: Database, timeZone: string | null): Promise<void> {
  if (timeZone === null) return;
  try {
    await db.execute(sql`select timestamp '2027-01-01' at time zone ${timeZone}`);
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    if (codeOf(cause) !== invalidParameter) throw error;
    throw new Problem(problems["invalid-input"], undefined, [{ field: "timeZone", message: unknownZone }]);
  }
}

/** Null: from the start. Computed in the class's time zone, because a day doesn't always have 24 hours. */
export const sectionOpens = sql<Date | null>`case
  when ${classes.startsOn} is null then null
  when ${sections.opensAfterDays} is null then ${classes.startsOn}::timestamp at time zone ${classes.timeZone}
  else (${classes.startsOn} + ${sections.opensAfterDays} + ${sections.opensAt}) at time zone ${classes.timeZone}
end`.mapWith((value: string | Date) => new Date(value));
