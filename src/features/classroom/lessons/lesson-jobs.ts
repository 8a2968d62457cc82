import { and, eq, lte, notExists, exists, gte, isNotNull, isNull, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { UpstreamError } from "../../../platform/errors.ts";
import { users } from "../../../access/tables.ts";
import { allOf } from "../../../platform/drizzle.ts";
import { classes } from "../../school/classes/tables.ts";
import { collectPictures } from "../../school/pictures/picture-use.ts";
import { pictures } from "../../school/pictures/tables.ts";
import { portfolioPictures } from "../../school/instructors/tables.ts";
import { maxOpensAfterDays } from "./policy.ts";
import { materials, lessonPictures, announcedSections, lessons, sections } from "./tables.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import { newId } from "../../../platform/ids.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { notify } from "../../school/notifications/notify.ts";
import { sectionOpens } from "./schedule-class.ts";

/** Students may still be downloading the files. */
const graceSeconds = 3600;
const batch = 100;
const maxFailures = 3;

/** Its file is being deleted, so no upload may resume it. */
export const beingDeleted = new Date(0);

/** Deletes files before their rows: after a crash the row still leads to the file. */
export async function collectMaterials({
  clock,
  db,
  log,
  storage,
}: Pick<AppContext, "clock" | "db" | "log" | "storage">): Promise<number> {
  const before = new Date(clock.now().getTime() - graceSeconds * 1000);
  const isDue = lte(materials.removedAt, before);
  const found = await db.select({ id: materials.id }).from(materials).where(isDue).limit(batch);
  let failures = 0;
  for (const { id } of found) {
    try {
      const marked = await db
        .update(materials)
        .set({ removedAt: beingDeleted })
        .where(and(eq(materials.id, id), isDue))
        .returning({ id: materials.id });
      if (marked.length === 0) continue;
      await storage.removeFolder(`materials/${id}`);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ err: error, material: id }, "could not remove a material yet");
      failures += 1;
      // A single one must not keep the others; if several fail, the storage is away.
      if (failures === maxFailures) break;
      continue;
    }
    await db.delete(materials).where(and(eq(materials.id, id), eq(materials.removedAt, beingDeleted)));
  }
  return found.length;
}

/** Image URLs in selections and payments do not count: pages show the current picture of the class. */
export function collectUnusedPictures(
  context: Pick<AppContext, "clock" | "db" | "log" | "storage">,
): Promise<number> {
  const { db } = context;
  const inClass = db.select({ id: classes.id }).from(classes).where(eq(classes.image, pictures.url));
  const inPortfolio = db
    .select({ id: portfolioPictures.id })
    .from(portfolioPictures)
    .where(eq(portfolioPictures.image, pictures.url));
  const inLesson = db
    .select({ id: lessonPictures.lessonId })
    .from(lessonPictures)
    .where(eq(lessonPictures.url, pictures.url));
  const asPhoto = db.select({ id: users.id }).from(users).where(eq(users.image, pictures.url));
  return collectPictures(
    context,
    allOf(notExists(inClass), notExists(inPortfolio), notExists(inLesson), notExists(asPhoto)),
  );
}

/** Per notification. */
const maxTitles = 3;
/** Earlier openings are not announced: the site was down, or the schedule was moved back. */
const newsDays = 7;

/** Notifies each cohort once per opened section. Safe to abort and to run in parallel. */
export async function announceOpenings(context: Pick<AppContext, "clock" | "db">): Promise<void> {
  const opened = await findUnannounced(context.db, context);
  for (const classId of new Set(opened.map((each) => each.classId)))
    await context.db.transaction(async (tx) => {
      await tx.select({ id: classes.id }).from(classes).where(eq(classes.id, classId)).for("no key update");
      // Again, because it may have been postponed meanwhile.
      const ofClass = await findUnannounced(tx, context, classId);
      if (ofClass.length > 0) await announce(context, tx, classId, ofClass);
    });
}

function findUnannounced(db: Database, { clock }: Pick<AppContext, "clock">, classId?: string) {
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
        classId === undefined ? undefined : eq(classes.id, classId),
        isNotNull(classes.startsOn),
        lte(classes.startsOn, sql`(${now} + interval '1 day')::date`),
        // Implied by the next condition; but an index can answer only this one, and skips earlier classes.
        gte(classes.startsOn, sql`(${earliest} - interval '1 day')::date - ${maxOpensAfterDays}::int`),
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
