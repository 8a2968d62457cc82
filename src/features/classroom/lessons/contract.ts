import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { email } from "../../../access/fields.ts";
import { anyone, endpoint, only, onlyOwn, ownOrAdmin } from "../../../access/policy.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { heldAgainFields } from "../../school/classes/fields.ts";
import { problems as classProblems } from "../../school/classes/policy.ts";
import { builderContract } from "./builder-contract.ts";
import { problems } from "./policy.ts";
import {
  cohort,
  idParams,
  inClass,
  inserted,
  kind,
  material,
  modified,
  opens,
  ownErrors,
  seconds,
  video,
} from "./schemas.ts";

const outlineLesson = z.object({
  _id: z.string(),
  title: z.string(),
  kind,
  isPreview: z.boolean(),
  isRequired: z.boolean(),
  seconds,
  words: z.int(),
});
const outline = z.object({
  startsOn: cohort.startsOn,
  timeZone: z.string().nullable(),
  lessonCount: z.int(),
  materialCount: z.int().describe("Files to download, of all lessons together"),
  seconds: z.int().describe("Of all videos together"),
  sections: z.array(z.object({ _id: z.string(), title: z.string(), opens, lessons: z.array(outlineLesson) })),
});

const neighbor = z.object({ _id: z.string(), title: z.string(), opens }).nullable();
const startsWithZone = ({ startsOn, timeZone }: { startsOn: string | null; timeZone: string | null }) =>
  (startsOn === null) === (timeZone === null);
const needsZone = { message: "A first day needs a time zone", path: ["timeZone"] };

export const lessonsContract = {
  ...builderContract,
  "GET /class/{id}/outline": endpoint({
    summary:
      "What an approved class teaches, in order: sections and published lessons, without their content",
    access: anyone,
    params: idParams,
    answer: outline,
    cacheTags: ({ id = "" }) => [classTag(id)],
    errors: [classProblems["class-not-found"]],
  }),
  "GET /class/{classId}/lesson/{id}": endpoint({
    summary: "One lesson: a preview for everyone, any other for those who may open it",
    access: anyone,
    params: inClass,
    answer: z.object({
      _id: z.string(),
      classId: z.string(),
      className: z.string(),
      instructorName: z.string(),
      sectionTitle: z.string(),
      title: z.string(),
      kind,
      isPreview: z.boolean(),
      isRequired: z.boolean(),
      html: z.string().describe("Rendered from Markdown on the server; safe to show"),
      video: video.nullable(),
      materials: z.array(material),
      previous: neighbor,
      next: neighbor,
    }),
    cacheTags: ({ classId = "" }) => [classTag(classId)],
    errors: [
      classProblems["class-not-found"],
      problems["lesson-not-found"],
      problems["lesson-needs-a-seat"],
      problems["lesson-opens-later"],
    ],
  }),
  "PATCH /class/{id}/schedule": endpoint({
    summary: "Make a class a cohort with a first day, or let everyone start anytime",
    access: ownOrAdmin,
    params: idParams,
    body: z.object(cohort).refine(startsWithZone, needsZone),
    answer: modified,
    errors: ownErrors,
  }),
  "POST /class/{id}/hold-again": endpoint({
    summary: "Hold an approved class again: a new pending class with the same curriculum",
    access: onlyOwn("record", "instructor"),
    params: idParams,
    body: z.object({ ...heldAgainFields, ...cohort }).refine(startsWithZone, needsZone),
    answer: inserted,
    errors: [...ownErrors, problems["class-not-approved"]],
  }),
  "GET /instructor/lessons/{email}": endpoint({
    summary: "How far the lessons of each of the instructor's classes are, in the order of their classes",
    access: onlyOwn("email", "instructor"),
    params: z.object({ email }),
    query: z.object(pageQuery),
    answer: z.array(
      z.object({
        classId: z.string(),
        lessons: z.int().describe("Without the retired ones"),
        published: z.int(),
        drafts: z.int().describe("New lessons, and changes to published ones"),
        uncaptioned: z.int().describe("Videos with speech and without captions"),
        firstUncaptioned: z
          .array(z.object({ _id: z.string(), title: z.string() }))
          .describe("Lessons of these videos, three at most"),
      }),
    ),
    paged: true,
  }),
  "GET /admin/lesson-changes": endpoint({
    summary:
      "What was published in approved classes since their approval, newest first, beside what stood before",
    access: only("admin"),
    query: z.object({ ...pageQuery, classId: z.uuid().optional() }),
    answer: z.array(
      z.object({
        _id: z.string(),
        lessonId: z.string(),
        classId: z.string(),
        className: z.string(),
        instructorName: z.string(),
        number: z.int(),
        published: z.date(),
        isRetired: z.boolean(),
        isCurrent: z.boolean().describe("Students see this version"),
        now: z.object({ title: z.string(), body: z.string(), video: z.string().nullable() }),
        before: z.object({ title: z.string(), body: z.string(), video: z.string().nullable() }).nullable(),
      }),
    ),
    paged: true,
  }),
};
