import { and, eq, inArray, ne } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import type { Clock } from "../../../platform/clock.ts";
import { Problem, problems as generalProblems } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { renewPicture } from "../../school/pictures/claim-picture.ts";
import { videos } from "../videos/tables.ts";
import { findCurriculum } from "./find-curriculum.ts";
import { lockLesson } from "./find-lesson.ts";
import { invalidateOutlines } from "./invalidate-outlines.ts";
import { problems } from "./problems.ts";
import { maxPictures } from "./policy.ts";
import { picturesIn } from "./render-markdown.ts";
import { requestFinishChecks } from "./request-finish-check.ts";
import { lessonPictures, lessons } from "./tables.ts";

export interface LessonChanges {
  readonly title?: string | undefined;
  readonly body?: string | undefined;
  readonly videoId?: string | null | undefined;
  readonly isPreview?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  /** Undefined: the last writer wins. */
  readonly version?: number | undefined;
}

/**
 * Saves the draft, which students do not see; `isPreview` and `isRequired` hold at once. Throws class-not-found,
 * not-your-class, lesson-not-found, lesson-changed-meanwhile, video-not-yours.
 */
export async function saveLesson(
  context: Pick<AppContext, "clock" | "db" | "invalidation">,
  editor: Person,
  { classId, id }: { classId: string; id: string },
  { isPreview, isRequired, version, ...draft }: LessonChanges,
): Promise<{ version: number; savedAt: Date }> {
  return context.db.transaction(async (tx) => {
    const { curriculumId, instructorId } = await findCurriculum(tx, editor, classId);
    const lesson = await lockLesson(tx, curriculumId, id);
    if (version !== undefined && version !== lesson.draftVersion)
      throw new Problem(problems.changedMeanwhile);
    if (draft.videoId) await keepVideo(tx, context.clock, draft.videoId, [instructorId, editor.id]);
    const savedAt = context.clock.now();
    await keepPictures(tx, context.clock, id, draft.body ?? "");
    const isDraftChanged = Object.values(draft).some((value) => value !== undefined);
    const isTextChanged = draft.title !== undefined || draft.body !== undefined;
    const draftVersion = lesson.draftVersion + (isDraftChanged ? 1 : 0);
    await tx
      .update(lessons)
      .set({
        draft: {
          title: draft.title ?? lesson.draft.title,
          body: draft.body ?? lesson.draft.body,
          videoId: draft.videoId === undefined ? lesson.draft.videoId : draft.videoId,
        },
        draftVersion,
        editedBy: isTextChanged ? editor.id : undefined,
        isPreview,
        isRequired,
        updatedAt: savedAt,
      })
      .where(eq(lessons.id, id));
    if (isRequired === false) await requestFinishChecks(tx, id, savedAt);
    if (isPreview !== undefined || isRequired !== undefined)
      await invalidateOutlines(context, tx, curriculumId);
    return { version: draftVersion, savedAt };
  });
}

/** Throws invalid-input for more than `maxPictures`, or for an uploaded picture that is gone. */
async function keepPictures(tx: Transaction, clock: Clock, lessonId: string, body: string): Promise<void> {
  const urls = picturesIn(body);
  const refuse = (message: string) =>
    new Problem(generalProblems.invalidInput, undefined, [{ field: "body", message }]);
  if (urls.length > maxPictures) throw refuse(`A text has at most ${maxPictures} pictures`);
  for (const url of urls) {
    if (!(await renewPicture(tx, clock, url)))
      throw refuse("A picture in this text is no longer available. Upload it again.");
    await tx.insert(lessonPictures).values({ lessonId, url }).onConflictDoNothing();
  }
}

/** Noting the change keeps the video from being collected meanwhile. */
async function keepVideo(
  tx: Transaction,
  clock: Clock,
  id: string,
  owners: readonly string[],
): Promise<void> {
  const kept = await tx
    .update(videos)
    .set({ changedAt: clock.now() })
    .where(and(eq(videos.id, id), ne(videos.state, "deleting"), inArray(videos.ownerId, owners)))
    .returning({ id: videos.id });
  if (kept.length === 0) throw new Problem(problems.notYourVideo);
}
