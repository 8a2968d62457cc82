import { and, eq, max, inArray, ne, exists, isNull } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem, problems as generalProblems } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import type { Transaction } from "../../../platform/database.ts";
import type { Clock } from "../../../platform/clock.ts";
import { catalogTag } from "../../school/classes/cache-tags.ts";
import { renewPicture } from "../../school/pictures/picture-use.ts";
import { type NewClass, findAdded, insertClass } from "../../school/classes/add-class.ts";
import { classHeldAgain } from "../../school/classes/events.ts";
import { classes } from "../../school/classes/tables.ts";
import { videos } from "../videos/tables.ts";
import { findCurriculum, invalidateOutlines, lockCurriculum, lockLesson } from "./curriculum.ts";
import { lockOrder } from "./edit-sections.ts";
import { type LessonKind, maxLessons, maxPictures, problems } from "./policy.ts";
import { lessons, sections, materials, lessonPictures } from "./tables.ts";
import { requestFinishChecks } from "./request-finish-check.ts";
import { picturesIn } from "./render-markdown.ts";
import { type Cohort, refuseUnknownZone } from "./schedule-class.ts";

/** Throws class-not-found, not-your-class, section-not-found, too-many-lessons. */
export async function addLesson(
  { db, clock }: Pick<AppContext, "clock" | "db">,
  editor: Person,
  { classId, id: sectionId }: { classId: string; id: string },
  { kind, title }: { kind: LessonKind; title: string },
): Promise<string> {
  return db.transaction(async (tx) => {
    const { curriculumId } = await lockCurriculum(tx, editor, classId);
    await lockOrder(tx, curriculumId);
    const [section] = await tx
      .select({ id: sections.id })
      .from(sections)
      .where(and(eq(sections.id, sectionId), eq(sections.curriculumId, curriculumId)));
    if (!section) throw new Problem(problems["section-not-found"]);
    const all = await tx.$count(lessons, eq(lessons.curriculumId, curriculumId));
    if (all >= maxLessons) throw new Problem(problems["too-many-lessons"]);
    const [there] = await tx
      .select({ last: max(lessons.position) })
      .from(lessons)
      .where(and(eq(lessons.curriculumId, curriculumId), eq(lessons.sectionId, sectionId)));
    const id = newId();
    const now = clock.now();
    await tx.insert(lessons).values({
      id,
      curriculumId,
      sectionId,
      position: (there?.last ?? -1) + 1,
      kind,
      draft: { title, body: "", videoId: null },
      createdAt: now,
      updatedAt: now,
    });
    return id;
  });
}

/** Throws class-not-found, not-your-class, lesson-not-found, lesson-was-published. */
export async function deleteLesson(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  editor: Person,
  { classId, id }: { classId: string; id: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { curriculumId } = await lockCurriculum(tx, editor, classId);
    await lockOrder(tx, curriculumId);
    const lesson = await lockLesson(tx, curriculumId, id);
    if (lesson.publishedVersionId) throw new Problem(problems["lesson-was-published"]);
    await tx.update(materials).set({ removedAt: clock.now() }).where(eq(materials.lessonId, id));
    await tx.delete(lessons).where(eq(lessons.id, id));
  });
}

/** Throws class-not-found, not-your-class, lesson-not-found, lesson-not-published. */
export async function setRetired(
  context: Pick<AppContext, "clock" | "db" | "invalidation">,
  editor: Person,
  { classId, id }: { classId: string; id: string },
  isRetired: boolean,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { curriculumId } = await lockCurriculum(tx, editor, classId);
    const lesson = await lockLesson(tx, curriculumId, id);
    if (!lesson.publishedVersionId) throw new Problem(problems["lesson-not-published"]);
    const now = context.clock.now();
    await tx
      .update(lessons)
      .set({ retiredAt: isRetired ? (lesson.retiredAt ?? now) : null, updatedAt: now })
      .where(eq(lessons.id, id));
    await requestFinishChecks(tx, id, now);
    await invalidateOutlines(context, tx, curriculumId);
    await context.invalidation.invalidate(tx, catalogTag);
  });
}

interface LessonChanges {
  readonly title?: string | undefined;
  readonly body?: string | undefined;
  readonly videoId?: string | null | undefined;
  readonly isPreview?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  /** Undefined: the last writer wins. */
  readonly version?: number | undefined;
}

/**
 * `isPreview` and `isRequired` apply at once. Throws class-not-found, not-your-class, lesson-not-found,
 * lesson-changed-meanwhile, video-not-yours.
 */
export async function saveLesson(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "settings">,
  editor: Person,
  { classId, id }: { classId: string; id: string },
  { isPreview, isRequired, version, ...draft }: LessonChanges,
): Promise<{ version: number; savedAt: Date }> {
  return context.db.transaction(async (tx) => {
    const { curriculumId, instructorId } = await lockCurriculum(tx, editor, classId);
    const lesson = await lockLesson(tx, curriculumId, id);
    if (version !== undefined && version !== lesson.draftVersion)
      throw new Problem(problems["lesson-changed-meanwhile"]);
    if (draft.videoId) await keepVideo(tx, context.clock, draft.videoId, [instructorId, editor.id]);
    const savedAt = context.clock.now();
    await keepPictures(context, tx, id, draft.body ?? "");
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
    if (isRequired !== undefined) await requestFinishChecks(tx, id, savedAt);
    if (isPreview !== undefined || isRequired !== undefined)
      await invalidateOutlines(context, tx, curriculumId);
    return { version: draftVersion, savedAt };
  });
}

/** Throws invalid-input for too many pictures, or a missing one. */
async function keepPictures(
  { clock, settings }: Pick<AppContext, "clock" | "settings">,
  tx: Transaction,
  lessonId: string,
  body: string,
): Promise<void> {
  const urls = picturesIn(body, settings.origin);
  const refuse = (message: string) =>
    new Problem(generalProblems["invalid-input"], undefined, [{ field: "body", message }]);
  if (urls.length > maxPictures) throw refuse(`A text has at most ${maxPictures} pictures`);
  for (const url of urls) {
    if (!(await renewPicture(tx, clock, url)))
      throw refuse("A picture in this text is no longer available. Upload it again.");
    await tx.insert(lessonPictures).values({ lessonId, url }).onConflictDoNothing();
  }
}

/** The recorded change protects the video from the collector. */
async function keepVideo(tx: Transaction, clock: Clock, id: string, owners: readonly string[]) {
  const kept = await tx
    .update(videos)
    .set({ changedAt: clock.now() })
    .where(and(eq(videos.id, id), ne(videos.state, "deleting"), inArray(videos.ownerId, owners)))
    .returning({ id: videos.id });
  if (kept.length === 0) throw new Problem(problems["video-not-yours"]);
}

/** Returns the new pending class's id. Throws class-not-found, not-your-class, class-not-approved, invalid-input. */
export async function holdAgain(
  { clock, db, emit }: Pick<AppContext, "clock" | "db" | "emit">,
  instructor: Person,
  classId: string,
  input: Cohort & Pick<NewClass, "availableSeats" | "idempotencyKey" | "price">,
): Promise<string> {
  await refuseUnknownZone(db, input.timeZone);
  return db.transaction(async (tx) => {
    // Before it is read whose it is: it may be transferred at this moment.
    const [held] = await tx.select().from(classes).where(eq(classes.id, classId)).for("share");
    await findCurriculum(tx, instructor, classId);
    const added = await findAdded(tx, instructor, input);
    if (added) return added;
    if (held?.status !== "approved") throw new Problem(problems["class-not-approved"]);
    const heldAgainAs = await insertClass(
      tx,
      clock.now(),
      instructor,
      {
        className: held.name,
        image: held.image,
        level: held.level,
        topics: held.topics,
        description: held.description,
        whatYouWillLearn: held.outcomes,
        tools: held.tools,
        ...input,
      },
      held.curriculumId,
    );
    await emit(tx, classHeldAgain, { id: classId, heldAgainAs });
    return heldAgainAs;
  });
}

/** The collector deletes the file. Throws class-not-found, not-your-class, material-not-found. */
export async function removeMaterial(
  context: Pick<AppContext, "clock" | "db" | "invalidation">,
  editor: Person,
  { classId, id }: { classId: string; id: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { curriculumId } = await lockCurriculum(tx, editor, classId);
    const ofCurriculum = tx
      .select({ id: lessons.id })
      .from(lessons)
      .where(and(eq(lessons.id, materials.lessonId), eq(lessons.curriculumId, curriculumId)));
    const removed = await tx
      .update(materials)
      .set({ removedAt: context.clock.now() })
      .where(and(eq(materials.id, id), isNull(materials.removedAt), exists(ofCurriculum)))
      .returning({ id: materials.id });
    if (removed.length === 0) throw new Problem(problems["material-not-found"]);
    await invalidateOutlines(context, tx, curriculumId);
  });
}
