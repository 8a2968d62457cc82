import { z } from "zod";
import { written } from "../../../access/fields.ts";
import { endpoint, ownOrAdmin } from "../../../access/policy.ts";
import { editorKinds } from "../../school/classes/policy.ts";
import { classStatuses } from "../../school/classes/state.ts";
import { isLanguage } from "../videos/captions.ts";
import { maxSeconds, problems as videoProblems, videoRefusals, videoStates } from "../videos/policy.ts";
import { maxLength, maxOpensAfterDays, problems } from "./policy.ts";
import {
  classParams,
  cohort,
  inClass,
  inserted,
  kind,
  material,
  modified,
  opens,
  ownErrors,
  posterAt,
  posterOf,
  seconds,
  video,
} from "./schemas.ts";

const text = written("Remove the control character");
const title = text
  .min(1, "Give it a title")
  .max(maxLength.title, `A title has at most ${maxLength.title} characters`);
const body = text.max(
  maxLength.body,
  `A lesson has at most ${maxLength.body.toLocaleString("en-US")} characters`,
);

const videoInWork = video.extend({
  fileName: z.string(),
  bytes: z.int(),
  refusal: z.enum(videoRefusals).nullable(),
  refusalText: z.string().nullable().describe("What to do about it"),
  progress: z.int().describe("Percent of the rendition in work"),
  hasNoSpeech: z.boolean(),
});

const lessonState = z.enum(["draft", "published", "changed", "retired"]);
const ownClass = { access: ownOrAdmin, params: classParams } as const;
const ownPart = { access: ownOrAdmin, params: inClass } as const;
const draft = z.object({ title: z.string(), body: z.string(), videoId: z.string().nullable() });

export const builderContract = {
  "GET /curriculum/{classId}": endpoint({
    summary: "The whole curriculum of a class, drafts too",
    ...ownClass,
    answer: z.object({
      classId: z.string(),
      className: z.string(),
      status: z.enum(classStatuses),
      isDescribed: z.boolean().describe("Has a description and says what students will learn"),
      startsOn: cohort.startsOn,
      timeZone: z.string().nullable(),
      sharedWith: z
        .array(z.object({ _id: z.string(), className: z.string(), startsOn: cohort.startsOn }))
        .describe("Other classes that were held with the same curriculum"),
      orderVersion: z.int(),
      sections: z.array(
        z.object({
          _id: z.string(),
          title: z.string(),
          opensAfterDays: z.int().nullable(),
          opensAt: z.string().describe("HH:MM in the class's time zone"),
          opens,
          lessons: z.array(
            z.object({
              _id: z.string(),
              title: z.string(),
              kind,
              state: lessonState,
              isPreview: z.boolean(),
              isRequired: z.boolean(),
              seconds,
              videoState: z.enum(videoStates).nullable(),
              posterOf,
              posterAt,
              lacksCaptions: z.boolean(),
              materials: z.int(),
            }),
          ),
        }),
      ),
    }),
    errors: ownErrors,
  }),
  "GET /curriculum/{classId}/lesson/{id}": endpoint({
    summary: "One lesson as its instructor edits it",
    ...ownPart,
    answer: z.object({
      _id: z.string(),
      kind,
      state: lessonState,
      isPreview: z.boolean(),
      isRequired: z.boolean(),
      draft,
      version: z.int().describe("Of the draft; send it back with a change"),
      savedAt: z.date(),
      editedBy: z.enum(editorKinds).nullable().describe("Who saved the draft's text last"),
      published: z.object({ title: z.string(), body: z.string(), at: z.date() }).nullable(),
      video: videoInWork.nullable(),
      materials: z.array(material),
    }),
    errors: [...ownErrors, problems["lesson-not-found"]],
  }),
  "POST /curriculum/{classId}/sections": endpoint({
    summary: "Add a section at the end",
    ...ownClass,
    body: z.object({ title }),
    answer: inserted,
    errors: [...ownErrors, problems["too-many-sections"]],
  }),
  "PATCH /curriculum/{classId}/section/{id}": endpoint({
    summary: "Rename a section, or set when it opens",
    ...ownPart,
    body: z.object({
      title: title.optional(),
      opensAfterDays: z
        .int("Enter a whole number of days")
        .min(0, "Enter 0 or more days")
        .max(maxOpensAfterDays, `Enter at most ${maxOpensAfterDays} days`)
        .nullable()
        .optional()
        .describe("Days after the cohort's first day; null: from the start"),
      opensAt: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time, such as 18:00")
        .optional(),
    }),
    answer: modified,
    errors: [...ownErrors, problems["section-not-found"]],
  }),
  "DELETE /curriculum/{classId}/section/{id}": endpoint({
    summary: "Delete an empty section",
    ...ownPart,
    answer: z.object({ deletedCount: z.int() }),
    errors: [...ownErrors, problems["section-not-found"], problems["section-not-empty"]],
  }),
  "POST /curriculum/{classId}/section/{id}/lessons": endpoint({
    summary: "Add a lesson at the end of a section, as a draft",
    ...ownPart,
    body: z.object({ kind, title }),
    answer: inserted,
    errors: [...ownErrors, problems["section-not-found"], problems["too-many-lessons"]],
  }),
  "PATCH /curriculum/{classId}/lesson/{id}": endpoint({
    summary:
      "Save a lesson's draft, or whether it is a preview and counts; students see drafts once published",
    ...ownPart,
    body: z.object({
      title: title.optional(),
      body: body.optional(),
      videoId: z.uuid().nullable().optional(),
      isPreview: z.boolean().optional(),
      isRequired: z.boolean().optional(),
      version: z
        .int()
        .optional()
        .describe(
          "The draft's version that was edited; refused when it was saved since. Without it the last writer wins",
        ),
    }),
    answer: z.object({ version: z.int(), savedAt: z.date() }),
    errors: [
      ...ownErrors,
      problems["lesson-not-found"],
      problems["lesson-changed-meanwhile"],
      problems["video-not-yours"],
    ],
  }),
  "POST /curriculum/{classId}/lesson/{id}/publish": endpoint({
    summary: "Show the draft to students, as a new version",
    ...ownPart,
    rate: { calls: 120, seconds: 600 },
    body: z.object({ version: z.int().optional() }),
    answer: z.object({ number: z.int().describe("Of the version") }),
    errors: [
      ...ownErrors,
      problems["lesson-not-found"],
      problems["lesson-changed-meanwhile"],
      problems["nothing-to-publish"],
      problems["lesson-picture-missing"],
      problems["lesson-text-too-complex"],
      problems["lesson-video-refused"],
    ],
  }),
  "POST /curriculum/{classId}/lesson/{id}/retire": endpoint({
    summary: "Take a published lesson out of the class; those who had opened it keep it",
    ...ownPart,
    answer: modified,
    errors: [...ownErrors, problems["lesson-not-found"], problems["lesson-not-published"]],
  }),
  "POST /curriculum/{classId}/lesson/{id}/restore": endpoint({
    summary: "Put a retired lesson back",
    ...ownPart,
    answer: modified,
    errors: [...ownErrors, problems["lesson-not-found"]],
  }),
  "DELETE /curriculum/{classId}/lesson/{id}": endpoint({
    summary: "Delete a lesson that was never published",
    ...ownPart,
    answer: z.object({ deletedCount: z.int() }),
    errors: [...ownErrors, problems["lesson-not-found"], problems["lesson-was-published"]],
  }),
  "PATCH /curriculum/{classId}/order": endpoint({
    summary: "Set the order of all sections and lessons at once",
    ...ownClass,
    body: z.object({
      orderVersion: z.int(),
      sections: z.array(z.object({ _id: z.uuid(), lessons: z.array(z.uuid()) })),
    }),
    answer: z.object({ orderVersion: z.int() }),
    errors: [...ownErrors, problems["order-changed-meanwhile"], problems["order-incomplete"]],
  }),
  "DELETE /curriculum/{classId}/material/{id}": endpoint({
    summary: "Take a file away from a lesson, at once",
    ...ownPart,
    answer: z.object({ deletedCount: z.int() }),
    errors: [...ownErrors, problems["material-not-found"]],
  }),
  "PATCH /curriculum/{classId}/lesson/{id}/video": endpoint({
    summary: "Choose the poster's second, or say that nobody speaks in the draft's video",
    ...ownPart,
    body: z.object({
      posterAt: z.number().min(0).max(maxSeconds).optional(),
      hasNoSpeech: z.boolean().optional(),
    }),
    answer: modified,
    errors: [
      ...ownErrors,
      problems["lesson-not-found"],
      problems["lesson-has-no-video"],
      videoProblems["video-not-playable"],
      videoProblems["video-without-picture"],
    ],
  }),
  "POST /curriculum/{classId}/lesson/{id}/captions": endpoint({
    summary: "Add captions to the draft's video, or replace those of the language",
    ...ownPart,
    bodyLimit: 600 * 1024,
    body: z.object({
      language: z.string().max(35).refine(isLanguage, "Choose a language"),
      text: z.string().describe("WebVTT or SRT"),
    }),
    answer: modified,
    errors: [
      ...ownErrors,
      problems["lesson-not-found"],
      problems["lesson-has-no-video"],
      videoProblems["wrong-captions"],
    ],
  }),
  "DELETE /curriculum/{classId}/lesson/{id}/captions/{language}": endpoint({
    summary: "Delete the captions of one language from the draft's video",
    access: ownOrAdmin,
    params: inClass.extend({ language: z.string() }),
    answer: z.object({ deletedCount: z.int() }),
    errors: [...ownErrors, problems["lesson-not-found"], problems["lesson-has-no-video"]],
  }),
};
