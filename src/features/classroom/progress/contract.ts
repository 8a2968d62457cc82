import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { email } from "../../../access/fields.ts";
import { endpoint, only, onlyOwn, roles, ownOrAdmin } from "../../../access/policy.ts";
import { problems as classProblems } from "../../school/classes/policy.ts";
import { problems as enrollmentProblems } from "../../school/enrollments/contract.ts";
import { lessonKinds, problems as lessonProblems, minStudents } from "../lessons/policy.ts";
import { posterAt, posterOf } from "../lessons/schemas.ts";
import { completionKinds, maxRanges, problems } from "./policy.ts";

const inClass = z.object({ classId: z.uuid(), id: z.uuid() });
const lessonErrors = [
  lessonProblems["lesson-not-found"],
  lessonProblems["lesson-needs-a-seat"],
  lessonProblems["lesson-opens-later"],
  classProblems["class-not-found"],
] as const;
const second = z
  .int()
  .min(0)
  .max(24 * 3600);

export const standing = z.object({
  classId: z.string(),
  done: z.int().describe("Required lessons that are done"),
  required: z.int().describe("Required lessons of the class; 0 before anything is published"),
  percent: z.int().describe("0 to 100, rounded down; 100 only when all required lessons are done"),
  resume: z
    .object({
      lessonId: z.string(),
      title: z.string(),
      second: z.int(),
      isStarted: z.boolean().describe("Whether they have opened a lesson of the class before"),
    })
    .nullable()
    .describe(
      "Where Continue leads: the lesson that was opened last, or the next after it that is open and not done",
    ),
  opensNext: z
    .object({ title: z.string(), opens: z.date() })
    .nullable()
    .describe("The section that opens next, when nothing is left to do until then"),
});

export const progressContract = {
  "GET /learning/{email}": endpoint({
    summary: "How far the student is in each of their classes, in the order of their enrolled classes",
    access: onlyOwn("email", ...roles),
    params: z.object({ email }),
    query: z.object(pageQuery),
    answer: z.array(standing),
    paged: true,
  }),
  "GET /learning/{email}/class/{classId}": endpoint({
    summary: "One class as its student sees it: sections and lessons with what is done, open, or opens later",
    access: onlyOwn("email", ...roles),
    params: z.object({ email, classId: z.uuid() }),
    answer: standing.extend({
      startsOn: z.iso.date().nullable(),
      timeZone: z.string().nullable(),
      daysThisMonth: z.array(z.iso.date()).describe("Days on which the student learned, this month (UTC)"),
      sections: z.array(
        z.object({
          _id: z.string(),
          title: z.string(),
          opens: z.date().nullable(),
          isOpen: z.boolean(),
          lessons: z.array(
            z.object({
              _id: z.string(),
              title: z.string(),
              kind: z.enum(lessonKinds),
              isRequired: z.boolean(),
              isRetired: z.boolean(),
              isOpen: z.boolean().describe("A preview is open before its section"),
              seconds: z.int().nullable(),
              posterOf,
              posterAt,
              isDone: z.boolean(),
              watched: z.int().describe("Seconds of the video that were watched"),
            }),
          ),
        }),
      ),
    }),
    errors: [enrollmentProblems["not-enrolled"]],
  }),
  "POST /class/{classId}/lesson/{id}/opened": endpoint({
    summary: "Note that the student opened a lesson; answers where they were, and zeros without a seat",
    access: only(...roles),
    params: inClass,
    answer: z.object({ isDone: z.boolean(), position: second, watched: z.int() }),
    errors: lessonErrors,
  }),
  "POST /class/{classId}/lesson/{id}/watched": endpoint({
    summary:
      "Report watched seconds of a lesson's video; the server counts those that it sent and that can have passed",
    access: only(...roles),
    params: inClass,
    body: z.object({
      videoId: z.uuid(),
      ranges: z
        .array(z.tuple([second, second]))
        .max(maxRanges)
        .describe("Whole seconds, [from, to); what was reported before may be repeated, and counts once"),
      position: second,
      isLate: z.boolean().optional().describe("Left by an earlier page: only moves the position forward"),
    }),
    answer: z.object({ isDone: z.boolean(), position: second, watched: z.int() }),
    errors: [...lessonErrors, problems["video-not-in-lesson"]],
  }),
  "POST /class/{classId}/lesson/{id}/done": endpoint({
    summary: "Tick a lesson, or note that its text was read to the end",
    access: only(...roles),
    params: inClass,
    body: z.object({ how: z.enum(completionKinds).exclude(["watched", "accepted"]) }),
    answer: z.object({ isDone: z.boolean().describe("False without a seat") }),
    errors: lessonErrors,
  }),
  "DELETE /class/{classId}/lesson/{id}/done": endpoint({
    summary: "Untick a lesson; an accepted exercise stays done",
    access: only(...roles),
    params: inClass,
    answer: z.object({ isDone: z.boolean() }),
    errors: lessonErrors,
  }),
  "GET /curriculum/{classId}/progress": endpoint({
    summary: "How far a class has come, in numbers that name nobody",
    access: ownOrAdmin,
    params: z.object({ classId: z.uuid() }),
    answer: z.object({
      students: z.int().describe("Who have a seat now; all numbers are of them"),
      started: z.int().describe("Have opened a lesson"),
      finished: z.int().nullable().describe(`Null while fewer than ${minStudents} have started`),
      lessons: z
        .array(z.object({ _id: z.string(), opened: z.int(), done: z.int() }))
        .describe(`Empty while fewer than ${minStudents} have started`),
    }),
    errors: [classProblems["class-not-found"], classProblems["not-your-class"]],
  }),
};
