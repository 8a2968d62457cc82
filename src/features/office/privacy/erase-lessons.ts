import { and, eq, inArray, ne, not, notInArray } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import type { Person } from "../../../access/queries.ts";
import { classes } from "../../school/classes/tables.ts";
import { isVideoInUse } from "../../classroom/lessons/queries.ts";
import {
  lessonPictures,
  lessonVersions,
  lessons,
  materials,
  sections,
} from "../../classroom/lessons/tables.ts";
import { videos } from "../../classroom/videos/tables.ts";

const title = "Removed lesson";

/**
 * Erases texts, materials and videos of classes without seats. Empty rows stay, because former students' progress
 * refers to them. A curriculum shared with another instructor's class stays whole.
 */
export async function eraseLessons(tx: Transaction, { id }: Person, now: Date): Promise<void> {
  const ofOthers = tx.select({ id: classes.curriculumId }).from(classes).where(ne(classes.instructorId, id));
  const own = tx
    .select({ id: classes.curriculumId })
    .from(classes)
    .where(and(eq(classes.instructorId, id), notInArray(classes.curriculumId, ofOthers)));
  const inOwn = tx.select({ id: lessons.id }).from(lessons).where(inArray(lessons.curriculumId, own));
  await tx
    .update(materials)
    .set({ removedAt: now, fileName: title })
    .where(inArray(materials.lessonId, inOwn));
  await tx.delete(lessonPictures).where(inArray(lessonPictures.lessonId, inOwn));
  await tx
    .update(lessonVersions)
    .set({ title, body: "", html: "", words: 0, videoId: null, videoName: null })
    .where(inArray(lessonVersions.lessonId, inOwn));
  await tx
    .update(lessons)
    .set({ draft: { title, body: "", videoId: null } })
    .where(inArray(lessons.curriculumId, own));
  await tx.update(sections).set({ title: "Removed section" }).where(inArray(sections.curriculumId, own));
  // The collectors of videos and materials remove the files, then the rows.
  await tx
    .update(videos)
    .set({ ownerId: null, fileName: title, state: "deleting", changedAt: now })
    .where(and(eq(videos.ownerId, id), not(isVideoInUse(tx))));
}
