import { and, eq, inArray, ne, asc, desc, gt, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction, Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import { catalogTag } from "../../school/classes/cache-tags.ts";
import { classes } from "../../school/classes/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { notify } from "../../school/notifications/notify.ts";
import { videos } from "../videos/tables.ts";
import {
  type LessonRow,
  findCurriculum,
  invalidateOutlines,
  lockInstructor,
  lockLesson,
} from "./curriculum.ts";
import { requestFinishChecks } from "./request-finish-check.ts";
import { isAwaitingPicture, problems } from "./policy.ts";
import { countWords, renderMarkdown } from "./render-markdown.ts";
import { lessonVersions, lessons } from "./tables.ts";
import { findFirstPublication } from "./queries.ts";
import { alias } from "drizzle-orm/pg-core";
import { byId, readPage } from "../../../platform/keyset.ts";
import { users } from "../../../access/tables.ts";

/**
 * Idempotent; a video may still be in progress. Throws class-not-found, not-your-class, lesson-not-found,
 * lesson-changed-meanwhile, nothing-to-publish, lesson-picture-missing,
 * lesson-text-too-complex, lesson-video-refused.
 */
export async function publishLesson(
  context: Pick<AppContext, "clock" | "db" | "invalidation">,
  editor: Person,
  { classId, id }: { classId: string; id: string },
  seen?: number,
): Promise<number> {
  return context.db.transaction(async (tx) => {
    const found = await findCurriculum(tx, editor, classId);
    const { curriculumId } = found;
    const waiting = await lockWaitingClasses(tx, { classId, curriculumId });
    await lockInstructor(tx, editor, found);
    const lesson = await lockLesson(tx, curriculumId, id);
    if (seen !== undefined && seen !== lesson.draftVersion)
      throw new Problem(problems["lesson-changed-meanwhile"]);
    const video = await readyVideo(tx, lesson);
    const before = await tx.$count(lessonVersions, eq(lessonVersions.lessonId, id));
    // A second tab, or a browser that lost the response.
    if (lesson.draftVersion === lesson.publishedDraftVersion) return before;
    const html = renderMarkdown(lesson.draft.body);
    if (html === undefined) throw new Problem(problems["lesson-text-too-complex"]);
    const number = before + 1;
    const versionId = newId();
    const now = context.clock.now();
    const { title, body, videoId } = lesson.draft;
    await tx.insert(lessonVersions).values({
      id: versionId,
      lessonId: id,
      number,
      title,
      body,
      html,
      words: countWords(body),
      videoId,
      videoName: video?.fileName,
      publishedAt: now,
      publishedBy: editor.id,
    });
    await tx
      .update(lessons)
      .set({ publishedVersionId: versionId, publishedDraftVersion: lesson.draftVersion, updatedAt: now })
      .where(eq(lessons.id, id));
    await startKeeping(tx, lesson, now);
    await invalidateOutlines(context, tx, curriculumId);
    if (number === 1) await context.invalidation.invalidate(tx, catalogTag);
    // A shorter video may leave somebody finished.
    else if (lesson.kind === "video") await requestFinishChecks(tx, id, now);
    if (waiting.length > 0) await announceFirstLesson(context, tx, waiting, id);
    return number;
  });
}

async function readyVideo(tx: Transaction, { kind, draft }: LessonRow) {
  const isEmpty = kind === "video" ? draft.videoId === null : draft.body.trim() === "";
  if (isEmpty) throw new Problem(problems["nothing-to-publish"]);
  if (isAwaitingPicture(draft.body)) throw new Problem(problems["lesson-picture-missing"]);
  if (!draft.videoId) return undefined;
  const [video] = await tx
    .select({ fileName: videos.fileName, state: videos.state })
    .from(videos)
    .where(eq(videos.id, draft.videoId))
    // A refusal waits for this version, and reports it.
    .for("share");
  if (!video || video.state === "refused" || video.state === "deleting")
    throw new Problem(problems["lesson-video-refused"]);
  return video;
}

/** A replaced video may be open in another tab: the time until its removal begins now. */
async function startKeeping(tx: Transaction, { publishedVersionId, draft }: LessonRow, now: Date) {
  if (!publishedVersionId) return;
  const replaced = tx
    .select({ id: lessonVersions.videoId })
    .from(lessonVersions)
    .where(eq(lessonVersions.id, publishedVersionId));
  await tx
    .update(videos)
    .set({ changedAt: now })
    .where(and(inArray(videos.id, replaced), draft.videoId ? ne(videos.id, draft.videoId) : undefined));
}

/** The classes whose first lesson this is. Waits for payments in progress, so that their students are notified. */
async function lockWaitingClasses(
  tx: Transaction,
  { classId, curriculumId }: { readonly classId: string; readonly curriculumId: string },
): Promise<readonly string[]> {
  if (await findFirstPublication(tx, classId)) return [];
  const waiting = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(eq(classes.curriculumId, curriculumId))
    .orderBy(asc(classes.id))
    .for("no key update");
  return (await findFirstPublication(tx, classId)) ? [] : waiting.map(({ id }) => id);
}

/** Checkout promised this to students who paid before there was a lesson. */
async function announceFirstLesson(
  context: Pick<AppContext, "clock">,
  tx: Transaction,
  waiting: readonly string[],
  lessonId: string,
): Promise<void> {
  const students = await tx
    .select({ personId: enrollments.studentId, classId: enrollments.classId })
    .from(enrollments)
    .where(inArray(enrollments.classId, [...waiting]));
  await notify(
    tx,
    context,
    ...students.map(({ personId, classId }) => ({
      personId,
      kind: "first-lesson" as const,
      aboutId: classId,
      classId,
      lessonId,
      path: `/dashboard/enrolled-classes/${classId}`,
    })),
  );
}

const earlier = alias(lessonVersions, "earlier");
const newestFirst = byId(lessonVersions.id, "descending");

/** Versions published after the class was approved, each with the version before. */
export async function listLessonChanges(
  db: Database,
  { classId, limit, cursor }: { classId?: string | undefined; limit: number; cursor?: string | undefined },
) {
  // Lists a shared curriculum once, with the class that was approved last.
  const held = db
    .select({
      id: classes.id,
      name: classes.name,
      instructorId: classes.instructorId,
      decidedAt: classes.decidedAt,
    })
    .from(classes)
    .where(
      and(
        eq(classes.curriculumId, lessons.curriculumId),
        eq(classes.status, "approved"),
        classId === undefined ? undefined : eq(classes.id, classId),
      ),
    )
    .orderBy(desc(classes.decidedAt), desc(classes.id))
    .limit(1)
    .as("held");
  return readPage(
    db
      .select({
        id: lessonVersions.id,
        number: lessonVersions.number,
        title: lessonVersions.title,
        body: lessonVersions.body,
        videoName: lessonVersions.videoName,
        publishedAt: lessonVersions.publishedAt,
        lessonId: lessons.id,
        retiredAt: lessons.retiredAt,
        publishedVersionId: lessons.publishedVersionId,
        classId: held.id,
        className: held.name,
        instructorName: users.name,
        earlierTitle: earlier.title,
        earlierBody: earlier.body,
        earlierVideoName: earlier.videoName,
      })
      .from(lessonVersions)
      .innerJoin(lessons, eq(lessons.id, lessonVersions.lessonId))
      .innerJoinLateral(held, sql`true`)
      .innerJoin(users, eq(users.id, held.instructorId))
      .leftJoin(
        earlier,
        and(eq(earlier.lessonId, lessons.id), eq(earlier.number, sql`${lessonVersions.number} - 1`)),
      ),
    { keys: newestFirst, condition: gt(lessonVersions.publishedAt, held.decidedAt), limit, cursor },
    (row) => [row.id],
  );
}
