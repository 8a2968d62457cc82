import type { AppContext } from "../../../context.ts";
import { after, type Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { on } from "../../../platform/events.ts";
import { mapPage } from "../../../platform/keyset.ts";
import { defineFeature, job } from "../../feature.ts";
import { describeVideo, describeVideoInWork } from "../videos/describe-video.ts";
import { classHandedOver } from "../../school/classes/events.ts";
import { videoChanged } from "../videos/events.ts";
import {
  addLesson,
  deleteLesson,
  holdAgain,
  removeMaterial,
  setRetired,
  saveLesson,
} from "./edit-lessons.ts";
import { listLessonChanges, publishLesson } from "./publish-lesson.ts";
import { lessonsContract } from "./contract.ts";
import { countLessons } from "./count-lessons.ts";
import { addSection, deleteSection, updateSection, setOrder } from "./edit-sections.ts";
import { openLesson } from "./admit-to-lesson.ts";
import {
  type PublishedLesson,
  groupBySection,
  listMaterials,
  readCurriculum,
  readDraft,
  readOutline,
} from "./queries.ts";
import { scheduleClass } from "./schedule-class.ts";
import type { lessons, materials } from "./tables.ts";
import { announceOpenings, collectMaterials, collectUnusedPictures } from "./lesson-jobs.ts";
import {
  deleteCaptions,
  handOverRefusedVideos,
  handOverVideos,
  invalidateVideo,
  reportRefusedVideo,
  setCaptions,
  updateVideo,
} from "./lesson-videos.ts";
import { checkFinished } from "./request-finish-check.ts";

const modified = { modifiedCount: 1 };
const deleted = { deletedCount: 1 };

function lessonsApi(context: AppContext): Handlers<typeof lessonsContract, CallerFor> {
  const { db } = context;
  return {
    "GET /class/{id}/outline": async ({ caller, params }) => {
      const { startsOn, timeZone, lessons: rows, materialCount } = await readOutline(db, caller, params.id);
      return {
        startsOn,
        timeZone,
        lessonCount: rows.length,
        materialCount,
        seconds: rows.reduce((sum, { milliseconds }) => sum + (secondsOf(milliseconds) ?? 0), 0),
        sections: groupBySection(rows).map(({ id, title, opens, lessons: inside }) => ({
          _id: id,
          title,
          opens,
          lessons: inside.map(asOutlineLesson),
        })),
      };
    },
    "GET /class/{classId}/lesson/{id}": async ({ caller, params }) => {
      const { class: held, lesson, previous, next } = await openLesson(context, caller, params);
      return {
        ...asOutlineLesson(lesson),
        classId: held.id,
        className: held.name,
        instructorName: held.instructorName,
        sectionTitle: lesson.sectionTitle,
        html: lesson.html,
        video: lesson.videoId === null ? null : await describeVideo(db, lesson.videoId),
        materials: (await listMaterials(db, lesson.id)).map(asMaterial),
        previous: asNeighbor(previous),
        next: asNeighbor(next),
      };
    },
    "GET /curriculum/{classId}": async ({ caller, params }) => {
      const {
        found,
        orderVersion,
        isDescribed,
        sections,
        lessons: rows,
        sharedWith,
      } = await readCurriculum(db, caller, params.classId);
      return {
        classId: found.id,
        className: found.name,
        status: found.status,
        isDescribed,
        startsOn: found.startsOn,
        timeZone: found.timeZone,
        sharedWith: sharedWith.map(({ id, name, startsOn }) => ({ _id: id, className: name, startsOn })),
        orderVersion,
        sections: sections.map((section) => ({
          _id: section.id,
          title: section.title,
          opensAfterDays: section.opensAfterDays,
          opensAt: section.opensAt.slice(0, 5),
          opens: section.opens,
          lessons: rows
            .filter(({ lesson }) => lesson.sectionId === section.id)
            .map(({ lesson, milliseconds, materials: count, ...video }) => ({
              _id: lesson.id,
              title: lesson.draft.title,
              kind: lesson.kind,
              state: stateOf(lesson),
              isPreview: lesson.isPreview,
              isRequired: lesson.isRequired,
              seconds: secondsOf(milliseconds),
              ...video,
              materials: count,
            })),
        })),
      };
    },
    "GET /curriculum/{classId}/lesson/{id}": async ({ caller, params }) => {
      const { lesson, published, editedBy, materials: files } = await readDraft(db, caller, params);
      return {
        _id: lesson.id,
        kind: lesson.kind,
        state: stateOf(lesson),
        isPreview: lesson.isPreview,
        isRequired: lesson.isRequired,
        draft: lesson.draft,
        version: lesson.draftVersion,
        savedAt: lesson.updatedAt,
        editedBy,
        published: published && { title: published.title, body: published.body, at: published.publishedAt },
        video: lesson.draft.videoId === null ? null : await describeVideoInWork(db, lesson.draft.videoId),
        materials: files.map(asMaterial),
      };
    },
    "POST /curriculum/{classId}/sections": async ({ caller, params, body }) => ({
      insertedId: await addSection(context, caller, params.classId, body.title),
    }),
    "PATCH /curriculum/{classId}/section/{id}": ({ caller, params, body }) =>
      after(updateSection(context, caller, params, body), modified),
    "DELETE /curriculum/{classId}/section/{id}": ({ caller, params }) =>
      after(deleteSection(context, caller, params), deleted),
    "POST /curriculum/{classId}/section/{id}/lessons": async ({ caller, params, body }) => ({
      insertedId: await addLesson(context, caller, params, body),
    }),
    "PATCH /curriculum/{classId}/lesson/{id}": ({ caller, params, body }) =>
      saveLesson(context, caller, params, body),
    "POST /curriculum/{classId}/lesson/{id}/publish": async ({ caller, params, body }) => ({
      number: await publishLesson(context, caller, params, body.version),
    }),
    "POST /curriculum/{classId}/lesson/{id}/retire": ({ caller, params }) =>
      after(setRetired(context, caller, params, true), modified),
    "POST /curriculum/{classId}/lesson/{id}/restore": ({ caller, params }) =>
      after(setRetired(context, caller, params, false), modified),
    "DELETE /curriculum/{classId}/lesson/{id}": ({ caller, params }) =>
      after(deleteLesson(context, caller, params), deleted),
    "PATCH /curriculum/{classId}/order": async ({ caller, params, body }) => ({
      orderVersion: await setOrder(context, caller, params.classId, body),
    }),
    "DELETE /curriculum/{classId}/material/{id}": ({ caller, params }) =>
      after(removeMaterial(context, caller, params), deleted),
    "PATCH /curriculum/{classId}/lesson/{id}/video": ({ caller, params, body }) =>
      after(updateVideo(context, caller, params, body), modified),
    "POST /curriculum/{classId}/lesson/{id}/captions": ({ caller, params, body }) =>
      after(setCaptions(context, caller, params, body), modified),
    "DELETE /curriculum/{classId}/lesson/{id}/captions/{language}": ({ caller, params }) =>
      after(deleteCaptions(context, caller, params, params.language), deleted),
    "PATCH /class/{id}/schedule": ({ caller, params, body }) =>
      after(scheduleClass(context, caller, params.id, body), modified),
    "POST /class/{id}/hold-again": async ({ caller, params, body }) => ({
      insertedId: await holdAgain(context, caller, params.id, body),
    }),
    "GET /instructor/lessons/{email}": ({ caller, query }) => countLessons(db, caller, query),
    "GET /admin/lesson-changes": async ({ query }) =>
      mapPage(await listLessonChanges(db, query), (row) => ({
        _id: row.id,
        lessonId: row.lessonId,
        classId: row.classId,
        className: row.className,
        instructorName: row.instructorName,
        number: row.number,
        published: row.publishedAt,
        isRetired: row.retiredAt !== null,
        isCurrent: row.publishedVersionId === row.id,
        now: { title: row.title, body: row.body, video: row.videoName },
        before:
          row.earlierTitle === null
            ? null
            : { title: row.earlierTitle, body: row.earlierBody ?? "", video: row.earlierVideoName },
      })),
  };
}

/** Rounded down, so that a share of it is never below what was watched. */
const secondsOf = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.floor(milliseconds / 1000);

const asOutlineLesson = (lesson: PublishedLesson) => ({
  _id: lesson.id,
  title: lesson.title,
  kind: lesson.kind,
  isPreview: lesson.isPreview,
  isRequired: lesson.isRequired,
  seconds: secondsOf(lesson.milliseconds),
  words: lesson.words,
});

const asNeighbor = (lesson: PublishedLesson | null) =>
  lesson && { _id: lesson.id, title: lesson.title, opens: lesson.opens };

const asMaterial = ({ id, fileName, bytes, type }: typeof materials.$inferSelect) => ({
  _id: id,
  fileName,
  bytes,
  type,
});

function stateOf(lesson: typeof lessons.$inferSelect): "draft" | "published" | "changed" | "retired" {
  if (lesson.retiredAt) return "retired";
  if (!lesson.publishedVersionId) return "draft";
  return lesson.draftVersion > (lesson.publishedDraftVersion ?? 0) ? "changed" : "published";
}

export const lessonsFeature = defineFeature({
  name: "Lessons",
  contract: lessonsContract,
  handlers: lessonsApi,
  jobs: [
    job("openings", 30, announceOpenings),
    job("materials", 600, collectMaterials),
    job("pictures", 600, collectUnusedPictures),
  ],
  listeners: [
    on(videoChanged, invalidateVideo),
    on(videoChanged, checkFinished),
    on(videoChanged, reportRefusedVideo),
    on(classHandedOver, handOverVideos),
    on(classHandedOver, handOverRefusedVideos),
  ],
});
