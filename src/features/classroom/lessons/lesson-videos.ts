import { type SQL, and, desc, eq, inArray, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { classes } from "../../school/classes/tables.ts";
import { notify } from "../../school/notifications/notify.ts";
import { isUnreadBy } from "../../school/notifications/queries.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { checkCaptions } from "../videos/captions.ts";
import { requestPoster } from "../videos/render-poster.ts";
import { videoCaptions, videos } from "../videos/tables.ts";
import { invalidateOutlines, lockCurriculum, lockLesson } from "./curriculum.ts";
import { problems } from "./policy.ts";
import { lessonVersions, lessons } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "db" | "emit" | "invalidation" | "storage">;
interface LessonPath {
  readonly classId: string;
  readonly id: string;
}

/** The draft shares the published video until another is uploaded. */
async function changeVideo(
  context: Context,
  editor: Person,
  { classId, id }: LessonPath,
  change: (tx: Transaction, videoId: string) => Promise<void>,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const { curriculumId } = await lockCurriculum(tx, editor, classId);
    const { videoId } = (await lockLesson(tx, curriculumId, id)).draft;
    if (!videoId) throw new Problem(problems["lesson-has-no-video"]);
    await change(tx, videoId);
    await invalidateOutlines(context, tx, curriculumId);
    return videoId;
  });
}

/**
 * `posterAt` in seconds. Throws class-not-found, not-your-class, lesson-not-found, lesson-has-no-video,
 * video-not-playable, video-without-picture.
 */
export async function updateVideo(
  context: Context,
  editor: Person,
  lesson: LessonPath,
  { posterAt, hasNoSpeech }: { posterAt?: number | undefined; hasNoSpeech?: boolean | undefined },
): Promise<void> {
  const id = await changeVideo(context, editor, lesson, async (tx, videoId) => {
    if (hasNoSpeech !== undefined) await tx.update(videos).set({ hasNoSpeech }).where(eq(videos.id, videoId));
  });
  if (posterAt !== undefined) await requestPoster(context, id, Math.round(posterAt * 1000));
}

/** Throws what `updateVideo` throws, and wrong-captions. */
export async function setCaptions(
  context: Context,
  editor: Person,
  lesson: LessonPath,
  { language, text }: { language: string; text: string },
): Promise<void> {
  const vtt = checkCaptions(text);
  await changeVideo(context, editor, lesson, async (tx, videoId) => {
    const createdAt = context.clock.now();
    await tx
      .insert(videoCaptions)
      .values({ videoId, language, vtt, createdAt })
      .onConflictDoUpdate({
        target: [videoCaptions.videoId, videoCaptions.language],
        set: { vtt, createdAt },
      });
  });
}

/** Throws what `updateVideo` throws. */
export async function deleteCaptions(context: Context, editor: Person, lesson: LessonPath, language: string) {
  await changeVideo(context, editor, lesson, async (tx, videoId) => {
    await tx
      .delete(videoCaptions)
      .where(and(eq(videoCaptions.videoId, videoId), eq(videoCaptions.language, language)));
  });
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
export const reportRefusedVideo = (
  tx: Transaction,
  context: Pick<AppContext, "clock">,
  { videoId }: { readonly videoId: string },
): Promise<void> => reportRefused(tx, context, eq(videos.id, videoId));

/**
 * The new instructor gets the notices; those of the former one lead nowhere now, unless they still teach the lessons in
 * another class.
 */
export async function handOverRefusedVideos(
  tx: Transaction,
  context: Pick<AppContext, "clock">,
  { id, from }: { readonly id: string; readonly from: string },
): Promise<void> {
  const isOfClass = and(eq(notifications.kind, "video-refused"), eq(notifications.classId, id));
  // Also what was mailed: an instructor who gets the class back is notified again.
  await tx.delete(notifications).where(and(isUnreadBy(from), isOfClass));
  const curriculum = tx.select({ id: classes.curriculumId }).from(classes).where(eq(classes.id, id));
  await reportRefused(tx, context, inArray(classes.curriculumId, curriculum));
}

/** They count toward the new instructor's quota, unless whose they are still teaches a class with them. */
export async function handOverVideos(
  tx: Transaction,
  _context: unknown,
  { id }: { readonly id: string },
): Promise<void> {
  const to = tx.select({ id: classes.instructorId }).from(classes).where(eq(classes.id, id));
  const stillTaught = listUsedIn(tx, eq(classes.instructorId, videos.ownerId));
  await tx
    .update(videos)
    .set({ ownerId: sql`(${to})` })
    .where(
      and(
        isNotNull(videos.ownerId),
        inArray(videos.id, listUsedIn(tx, eq(classes.id, id))),
        notInArray(videos.id, stillTaught),
      ),
    );
}

/** Ids of the videos of drafts and of all versions. */
const listUsedIn = (tx: Transaction, which: SQL) =>
  tx
    .select({ id: sql<string>`(${lessons.draft} ->> 'videoId')::uuid` })
    .from(classes)
    .innerJoin(lessons, eq(lessons.curriculumId, classes.curriculumId))
    .where(and(which, sql`${lessons.draft} ->> 'videoId' is not null`))
    .unionAll(
      tx
        .select({ id: sql<string>`${lessonVersions.videoId}` })
        .from(classes)
        .innerJoin(lessons, eq(lessons.curriculumId, classes.curriculumId))
        .innerJoin(lessonVersions, eq(lessonVersions.lessonId, lessons.id))
        .where(and(which, isNotNull(lessonVersions.videoId))),
    );

async function reportRefused(tx: Transaction, context: Pick<AppContext, "clock">, which: SQL): Promise<void> {
  const showing = await tx
    .select({
      personId: classes.instructorId,
      classId: classes.id,
      lessonId: lessons.id,
      // Classes with the same lessons are one notification.
      aboutId: videos.id,
    })
    .from(videos)
    .innerJoin(lessonVersions, eq(lessonVersions.videoId, videos.id))
    .innerJoin(lessons, eq(lessons.publishedVersionId, lessonVersions.id))
    .innerJoin(classes, eq(classes.curriculumId, lessons.curriculumId))
    .where(and(which, eq(videos.state, "refused"), isNull(lessons.retiredAt)))
    .orderBy(desc(classes.id));
  await notify(
    tx,
    context,
    ...showing.map((each) => ({
      ...each,
      kind: "video-refused" as const,
      path: `/dashboard/instructor/curriculum/${each.classId}?lesson=${each.lessonId}`,
    })),
  );
}
