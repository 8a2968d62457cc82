import { z } from "zod";
import { dollars } from "../../../platform/money.ts";
import { email } from "../../../access/fields.ts";
import { endpoint, only, onlyOwn } from "../../../access/policy.ts";
import { lessonKinds } from "../../classroom/lessons/policy.ts";
import { standing } from "../../classroom/progress/contract.ts";
import { lessonStatus } from "../../school/classes/contract.ts";
import { classStatuses } from "../../school/classes/state.ts";
import { picture } from "../../school/pictures/contract.ts";
import { drawingPicture, waitingDrawing } from "../../studio/critique/contract.ts";
import { submissionStates, verdicts } from "../../studio/critique/policy.ts";
import { decisionKinds } from "./policy.ts";

const enrolledClass = standing.extend({
  className: z.string(),
  classImage: z.string(),
  picture,
  instructorName: z.string(),
  lessonStatus,
});
const lesson = z.object({
  _id: z.string(),
  title: z.string(),
  kind: z.enum(lessonKinds),
  seconds: z.int().nullable(),
  isOpen: z.boolean(),
  isDone: z.boolean(),
  opens: z.date().nullable().describe("When its section opens; null: from the start"),
  drawing: z.enum(submissionStates).nullable().describe("What became of the exercise"),
});

export const overviewContract = {
  "GET /student/overview/{email}": endpoint({
    summary:
      "Where a student goes on: the current class, the newest critique, what comes up, what is selected",
    access: onlyOwn("email", "student"),
    params: z.object({ email }),
    answer: z.object({
      classes: z
        .array(enrolledClass)
        .describe("At most four, by the last lesson opened or the purchase; unfinished ones first"),
      lessons: z.array(lesson).describe("Of the first class, in order, without retired ones"),
      critique: z
        .object({
          classId: z.string(),
          className: z.string(),
          lessonId: z.string(),
          lessonTitle: z.string(),
          instructorName: z.string(),
          text: z.string(),
          verdict: z.enum(verdicts),
          at: z.date(),
          picture: drawingPicture.nullable().describe("The first of the round"),
        })
        .nullable()
        .describe("The newest"),
      comingUp: z
        .array(
          z.object({
            kind: z.enum(["critique", "section"]),
            at: z.date().describe("When the critique is promised, or the section opens"),
            title: z.string().describe("Of the exercise, or the section"),
            classId: z.string(),
            className: z.string(),
            lessonId: z.string().nullable().describe("The exercise"),
            instructorName: z.string(),
          }),
        )
        .describe("The next five"),
      selected: z
        .array(
          z.object({
            _id: z.string().describe("Of the selection"),
            className: z.string(),
            classImage: z.string(),
            picture,
            instructorName: z.string(),
            price: dollars,
            availableSeats: z.int(),
            isOpen: z.boolean().describe("Whether students can enroll, as long as seats are left"),
          }),
        )
        .describe("The newest three"),
      selectedCount: z.int(),
    }),
  }),
  "GET /instructor/overview/{email}": endpoint({
    summary: "What an instructor does next: drawings to critique, and classes that aren't ready to sell",
    access: onlyOwn("email", "instructor"),
    params: z.object({ email }),
    answer: z.object({
      drawings: z.array(waitingDrawing).describe("The first four of the queue"),
      waiting: z.int(),
      overdue: z.int(),
      classes: z
        .array(
          z.object({
            _id: z.string(),
            className: z.string(),
            image: z.string(),
            picture,
            status: z.enum(classStatuses),
            feedback: z.string().nullable(),
            isDescribed: z.boolean().describe("With a description and what students will learn"),
            lessons: z.int().describe("Drafts included"),
            published: z.int(),
            exercises: z.int().describe("Published"),
            previews: z.int().describe("Published"),
          }),
        )
        .describe("Of the newest twenty, at most three that aren't ready to sell"),
      totals: z.object({ classes: z.int(), students: z.int(), earnings: dollars }),
    }),
  }),
  "GET /admin/overview": endpoint({
    summary: "What waits for an admin's decision, the most urgent kind first",
    access: only("admin"),
    answer: z.array(
      z.object({
        kind: z.enum(decisionKinds),
        count: z.int(),
        since: z.date().describe("When the oldest one began"),
      }),
    ),
  }),
};
