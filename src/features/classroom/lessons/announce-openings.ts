import { and, eq, exists, gte, isNotNull, isNull, lte, notExists, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { newId } from "../../../platform/ids.ts";
import { classes } from "../../school/classes/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { notify } from "../../school/notifications/notify.ts";
import { sectionOpens } from "./schedule-class.ts";
import { announcedSections, lessons, sections } from "./tables.ts";

/** Per notification. */
const maxTitles = 3;
/** Earlier openings are not announced: the site was down, or the schedule was moved back. */
const newsDays = 7;

/** Notifies each cohort once per opened section. Safe to abort and to run in parallel. */
export async function announceOpenings(context: Pick<AppContext, "clock" | "db">): Promise<void> {
  const opened = await findUnannounced(context);
  for (const [classId, ofClass] of Map.groupBy(opened, (each) => each.classId)) {
    await context.db.transaction((tx) => announce(context, tx, classId, ofClass));
  }
}

function findUnannounced({ clock, db }: Pick<AppContext, "clock" | "db">) {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const earliest = sql`${now} - ${newsDays} * interval '1 day'`;
  // Filters by date before it considers time zones: a date is at most 14 hours off.
  const opensOn = sql`${classes.startsOn} + coalesce(${sections.opensAfterDays}, 0)`;
  return db
    .select({ classId: classes.id, sectionId: sections.id })
    .from(classes)
    .innerJoin(sections, eq(sections.curriculumId, classes.curriculumId))
    .where(
      and(
        isNotNull(classes.startsOn),
        lte(classes.startsOn, sql`(${now} + interval '1 day')::date`),
        sql`${opensOn} between (${earliest} - interval '1 day')::date and (${now} + interval '1 day')::date`,
        gte(sectionOpens, earliest),
        lte(sectionOpens, now),
        notExists(
          db
            .select({ found: sql`1` })
            .from(announcedSections)
            .where(
              and(eq(announcedSections.classId, classes.id), eq(announcedSections.sectionId, sections.id)),
            ),
        ),
        exists(
          db
            .select({ found: sql`1` })
            .from(lessons)
            .where(
              and(
                eq(lessons.sectionId, sections.id),
                isNotNull(lessons.publishedVersionId),
                isNull(lessons.retiredAt),
              ),
            ),
        ),
      ),
    )
    .orderBy(sections.position, sections.id);
}

async function announce(
  context: Pick<AppContext, "clock">,
  tx: Transaction,
  classId: string,
  opened: readonly { readonly sectionId: string }[],
): Promise<void> {
  const announcedAt = context.clock.now();
  const added = await tx
    .insert(announcedSections)
    .values(opened.map(({ sectionId }) => ({ classId, sectionId, announcedAt })))
    .onConflictDoNothing()
    .returning();
  const news = opened.filter(({ sectionId }) => added.some((each) => each.sectionId === sectionId));
  if (news.length === 0) return;
  const students = await tx
    .select({ personId: enrollments.studentId })
    .from(enrollments)
    .where(eq(enrollments.classId, classId));
  // Sections may open together, even across classes that share them: one notification covers all.
  const notification = {
    kind: "section-opened" as const,
    aboutId: newId(),
    classId,
    sectionIds: news.slice(0, maxTitles).map(({ sectionId }) => sectionId),
    count: news.length,
    path: `/dashboard/enrolled-classes/${classId}`,
  };
  await notify(tx, context, ...students.map((student) => ({ ...student, ...notification })));
}
