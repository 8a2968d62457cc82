import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Database, Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import type { AppContext } from "../../../context.ts";
import { problems as classProblems, mayEditClass } from "../../school/classes/policy.ts";
import { classes } from "../../school/classes/tables.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { notify, removeUnread } from "../../school/notifications/notify.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { videos } from "../videos/tables.ts";
import { problems } from "./policy.ts";
import { lessonVersions, lessons } from "./tables.ts";

type CurriculumClass = Pick<
  typeof classes.$inferSelect,
  "id" | "name" | "status" | "instructorId" | "curriculumId" | "startsOn" | "timeZone"
>;

/** Throws class-not-found and not-your-class. */
export async function findCurriculum(
  db: Database,
  editor: Person,
  classId: string,
): Promise<CurriculumClass> {
  const [found] = await db
    .select({
      id: classes.id,
      name: classes.name,
      status: classes.status,
      instructorId: classes.instructorId,
      curriculumId: classes.curriculumId,
      startsOn: classes.startsOn,
      timeZone: classes.timeZone,
    })
    .from(classes)
    .where(eq(classes.id, classId));
  if (!found) throw new Problem(classProblems["class-not-found"]);
  if (!mayEditClass(editor, found)) throw new Problem(classProblems["not-your-class"]);
  return found;
}

export type LessonRow = typeof lessons.$inferSelect;

/** Throws lesson-not-found. */
export async function lockLesson(tx: Transaction, curriculumId: string, id: string): Promise<LessonRow> {
  const [lesson] = await tx
    .select()
    .from(lessons)
    .where(and(eq(lessons.id, id), eq(lessons.curriculumId, curriculumId)))
    .for("update");
  if (!lesson) throw new Problem(problems["lesson-not-found"]);
  return lesson;
}

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

export async function invalidateVideo(
  tx: Transaction,
  { invalidation }: Pick<AppContext, "invalidation">,
  { videoId }: { readonly videoId: string },
): Promise<void> {
  const showing = tx
    .select({ id: lessons.curriculumId })
    .from(lessonVersions)
    .innerJoin(lessons, eq(lessons.publishedVersionId, lessonVersions.id))
    .where(eq(lessonVersions.videoId, videoId));
  const held = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(inArray(classes.curriculumId, showing));
  if (held.length > 0) await invalidation.invalidate(tx, ...held.map(({ id }) => classTag(id)));
}

/** A lesson may be published before its video turns out to be damaged. */
export async function reportRefusedVideo(
  tx: Transaction,
  context: Pick<AppContext, "clock">,
  { videoId }: { readonly videoId: string },
): Promise<void> {
  const showing = await tx
    .select({ personId: classes.instructorId, classId: classes.id, lessonId: lessons.id })
    .from(videos)
    .innerJoin(lessonVersions, eq(lessonVersions.videoId, videos.id))
    .innerJoin(lessons, eq(lessons.publishedVersionId, lessonVersions.id))
    .innerJoin(classes, eq(classes.curriculumId, lessons.curriculumId))
    .where(and(eq(videos.id, videoId), eq(videos.state, "refused"), isNull(lessons.retiredAt)))
    .orderBy(desc(classes.id));
  // With the video's id, so that classes with the same lessons are one notification.
  const notification = { kind: "video-refused" as const, aboutId: videoId };
  await notify(
    tx,
    context,
    ...showing.map((each) => ({
      ...each,
      ...notification,
      path: `/dashboard/instructor/curriculum/${each.classId}?lesson=${each.lessonId}`,
    })),
  );
}

/** The former instructor's notices lead nowhere now. */
export const forgetRefusedVideos = (
  tx: Transaction,
  _context: unknown,
  { id, from }: { readonly id: string; readonly from: string },
): Promise<void> => removeUnread(tx, from, ["video-refused"], eq(notifications.classId, id));
