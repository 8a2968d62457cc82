import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { email, written } from "../../../access/fields.ts";
import { endpoint, only, onlyOwn, roles, ownOrAdmin } from "../../../access/policy.ts";
import { problems as classProblems } from "../../school/classes/policy.ts";
import { problems as lessonProblems } from "../../classroom/lessons/policy.ts";
import { maxPictureBytes, problems as pictureProblems } from "../../school/pictures/policy.ts";
import {
  maxDays,
  maxLength,
  maxPictures,
  maxPins,
  messages,
  problems,
  submissionStates,
  verdicts,
} from "./policy.ts";

const text = written(messages.controlCharacters);

export const drawingPicture = z.object({
  _id: z.string(),
  width: z.int(),
  height: z.int(),
  widths: z.array(z.int()),
});
const share = z.number().min(0).max(1);
const critique = z.object({
  _id: z.string(),
  isHidden: z.boolean().describe("Taken down by the school: it has no text and no pins"),
  instructorName: z.string(),
  text: z.string(),
  pins: z.array(
    z.object({
      pictureId: z.string(),
      x: share.describe("Share of the picture's width"),
      y: share.describe("Share of the picture's height"),
      text: z.string(),
    }),
  ),
  verdict: z.enum(verdicts),
  at: z.date(),
});
const round = z.object({
  _id: z.string(),
  number: z.int(),
  note: z.string(),
  handedIn: z.date(),
  promisedBy: z.date().describe("When its critique is promised"),
  pictures: z
    .array(drawingPicture)
    .describe(
      "Files are /media/submissions/{_id}/{width}.avif and .webp; empty once removed, a month after the class",
    ),
  critique: critique.nullable(),
});
const rounds = z.array(round).describe("The latest first");

const ownSubmission = z.object({
  _id: z.string().nullable().describe("Null before anything was handed in"),
  state: z.enum(submissionStates).nullable(),
  isShown: z.boolean().describe("In the class gallery"),
  isHidden: z.boolean().describe("Kept out of the gallery by the school"),
  isPublic: z.boolean().describe("On the public page of the class, before and after"),
  mayBePublic: z.boolean(),
  rounds,
  waiting: z.array(drawingPicture).describe("Uploaded or taken back, and not handed in"),
  note: z.string().describe("Of the round that was taken back"),
  promisedDays: z.int(),
  instructorName: z.string(),
  isTaught: z.boolean().meta({ description: "false: the class waits for another instructor" }),
  hasSeat: z.boolean(),
  mayHandIn: z.boolean(),
  isStaff: z.boolean(),
});

export const waitingDrawing = z.object({
  _id: z.string(),
  studentName: z.string(),
  classId: z.string(),
  className: z.string(),
  lessonTitle: z.string(),
  number: z.int().describe("Of the round"),
  handedIn: z.date(),
  promisedBy: z.date(),
  isOverdue: z.boolean(),
  pictureCount: z.int(),
  picture: drawingPicture.nullable().describe("The first of the round"),
});

const missingErrors = [classProblems["class-not-found"], lessonProblems["lesson-not-found"]] as const;
const exerciseErrors = [
  ...missingErrors,
  lessonProblems["lesson-needs-a-seat"],
  lessonProblems["lesson-opens-later"],
  problems["lesson-not-an-exercise"],
  problems["drawing-needs-a-seat"],
] as const;
const ofExercise = {
  access: only(...roles),
  params: z.object({ classId: z.uuid(), id: z.uuid() }),
} as const;
const ownEmail = { access: onlyOwn("email", "instructor"), params: z.object({ email }) } as const;
const days = z.int(messages.days).min(1, messages.days).max(maxDays, messages.days);

export const critiqueContract = {
  "GET /class/{classId}/lesson/{id}/submission": endpoint({
    summary:
      "What the caller has handed in for an exercise, with every critique; also after the seat has ended",
    ...ofExercise,
    answer: ownSubmission,
    errors: missingErrors,
  }),
  "POST /class/{classId}/lesson/{id}/pictures": endpoint({
    summary: "Upload a picture of a drawing (multipart, field “image”), to be handed in within a day",
    ...ofExercise,
    accepts: "multipart",
    // Covers the headers of the multipart parts.
    bodyLimit: maxPictureBytes + 10_000,
    answer: drawingPicture,
    errors: [...exerciseErrors, ...Object.values(pictureProblems), problems["too-many-drawing-pictures"]],
    rate: { calls: 60, seconds: 600 },
  }),
  "DELETE /submission-pictures/{id}": endpoint({
    summary: "Take off a picture that isn't handed in",
    access: only(...roles),
    params: z.object({ id: z.uuid() }),
    answer: z.object({ deletedCount: z.int().describe("0 when it was gone already") }),
  }),
  "POST /class/{classId}/lesson/{id}/submission": endpoint({
    summary:
      "Hand in pictures; handing in the same ones again changes the note at most, and only before a critique",
    ...ofExercise,
    body: z.object({
      pictures: z
        .array(z.uuid())
        .min(1, messages.noPicture)
        .max(maxPictures, messages.manyPictures)
        .refine((ids) => new Set(ids).size === ids.length, messages.samePicture)
        .describe("Ids of uploaded pictures, in order"),
      note: text.max(maxLength.note, messages.longNote).default(""),
    }),
    answer: ownSubmission,
    errors: [
      ...exerciseErrors,
      problems["drawing-waits"],
      problems["drawing-accepted"],
      problems["drawing-picture-gone"],
    ],
    rate: { calls: 30, seconds: 3600 },
  }),
  "DELETE /class/{classId}/lesson/{id}/submission": endpoint({
    summary: "Take back what waits for its critique; its pictures can be handed in again for a month",
    ...ofExercise,
    answer: ownSubmission,
    errors: [...missingErrors, problems["nothing-to-take-back"]],
  }),
  "GET /instructor/critiques/{email}": endpoint({
    summary:
      "The drawings that wait for the instructor: overdue ones first, then in the order of the promises",
    ...ownEmail,
    query: z.object(pageQuery),
    answer: z.array(waitingDrawing),
    paged: true,
  }),
  "GET /instructor/critiques/{email}/count": endpoint({
    summary: "How many drawings wait for the instructor",
    ...ownEmail,
    answer: z.object({ waiting: z.int(), overdue: z.int() }),
  }),
  "GET /submission/{id}": endpoint({
    summary: "A student's work on an exercise, with every round, for whoever teaches the class",
    access: ownOrAdmin,
    params: z.object({ id: z.uuid() }),
    answer: z.object({
      _id: z.string(),
      state: z.enum(submissionStates),
      studentName: z.string(),
      classId: z.string(),
      className: z.string(),
      lessonId: z.string(),
      lessonTitle: z.string(),
      exercise: z.string().describe("HTML, safe to show"),
      rounds,
    }),
    errors: [problems["drawing-not-found"], classProblems["not-your-class"]],
  }),
  "POST /submission-rounds/{id}/critique": endpoint({
    summary: "Answer a round, once; the same answer again changes nothing",
    access: onlyOwn("record", "instructor"),
    params: z.object({ id: z.uuid() }),
    body: z.object({
      text: text.min(1, messages.noText).max(maxLength.text, messages.longText),
      pins: z
        .array(
          z.object({
            pictureId: z.uuid(),
            x: share,
            y: share,
            text: text.min(1, messages.noPinText).max(maxLength.pin, messages.longPinText),
          }),
        )
        .max(maxPins, messages.manyPins),
      verdict: z.enum(verdicts, messages.noVerdict),
    }),
    answer: z.object({ state: z.enum(submissionStates) }),
    errors: [problems["drawing-not-found"], problems["drawing-critiqued"], classProblems["not-your-class"]],
  }),
  "GET /instructor/promises/{email}": endpoint({
    summary: "In how many days the instructor promises critiques, for each class that has exercises",
    ...ownEmail,
    answer: z.object({
      days: z.int(),
      classes: z.array(
        z.object({
          classId: z.string(),
          className: z.string(),
          days: z.int().nullable().describe("Null: as for all classes"),
        }),
      ),
    }),
  }),
  "PATCH /instructor/promises/{email}": endpoint({
    summary: "Set the days for all classes, or for one; what was promised before stays promised",
    ...ownEmail,
    body: z.object({
      classId: z.uuid().nullable().describe("Null: for all classes"),
      days: days.nullable().describe("Null: back to the usual"),
    }),
    answer: z.object({ modifiedCount: z.int() }),
    errors: [classProblems["class-not-found"], classProblems["not-your-class"]],
  }),
};
