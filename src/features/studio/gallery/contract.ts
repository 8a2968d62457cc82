import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { anyone, endpoint, only, roles } from "../../../access/policy.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { problems as classProblems } from "../../school/classes/policy.ts";
import { problems as enrollmentProblems } from "../../school/enrollments/contract.ts";
import { drawingPicture } from "../critique/contract.ts";
import { commentRate, maxCommentLength, niceRate, problems } from "./policy.ts";

const inClass = z.object({ classId: z.uuid(), id: z.uuid() });
const ofDrawing = { access: only(...roles), params: inClass } as const;
const byId = { access: only(...roles), params: z.object({ id: z.uuid() }) } as const;
const galleryErrors = [
  classProblems["class-not-found"],
  enrollmentProblems["not-enrolled"],
  problems["guardian-consent-missing"],
  problems["age-unknown"],
] as const;

const place = { className: z.string(), lessonTitle: z.string() };
const person = z.object({ _id: z.string(), name: z.string(), image: z.string() });
const pin = z.object({
  x: z.number().describe("Share of the picture's width"),
  y: z.number().describe("Share of the picture's height"),
  text: z.string(),
});
const drawing = z.object({
  _id: z.string(),
  lessonId: z.string(),
  lessonTitle: z.string(),
  student: person,
  isOwn: z.boolean(),
  isHidden: z.boolean().describe("Taken out by the school; only its student still sees it"),
  note: z.string(),
  date: z.date(),
  pictures: z.array(drawingPicture),
  comments: z.int(),
  nices: z.int().describe('How many said "Nice!"'),
  isNice: z.boolean().describe("Whether the caller is one of them"),
});

export const galleryContract = {
  "GET /class/{classId}/gallery": endpoint({
    summary: "What the students of a class chose to share with each other, newest first",
    access: only(...roles),
    params: z.object({ classId: z.uuid() }),
    query: z.object(pageQuery),
    answer: z.array(drawing),
    paged: true,
    errors: galleryErrors,
  }),
  "GET /class/{classId}/gallery/{id}": endpoint({
    summary: "One drawing of the gallery",
    ...ofDrawing,
    answer: drawing,
    errors: [...galleryErrors, problems["drawing-not-found"]],
  }),
  "POST /class/{classId}/gallery/{id}": endpoint({
    summary: "Share one's own drawing with the class",
    access: only("student"),
    params: inClass,
    answer: z.object({ isShown: z.literal(true) }),
    errors: [
      ...galleryErrors,
      problems["drawing-not-found"],
      problems["nothing-to-show"],
      problems["drawing-hidden"],
    ],
  }),
  "DELETE /class/{classId}/gallery/{id}": endpoint({
    summary: "Stop sharing one's own drawing, at once, also in a class that one has left",
    ...ofDrawing,
    answer: z.object({ isShown: z.literal(false) }),
    errors: [problems["drawing-not-found"]],
  }),
  "POST /class/{classId}/gallery/{id}/public": endpoint({
    summary:
      "Show one's own accepted drawing to everyone, beside the first round and the notes on it, on the page of the class",
    access: only("student"),
    params: inClass,
    answer: z.object({ isPublic: z.literal(true) }),
    errors: [...galleryErrors, problems["drawing-not-found"], problems["drawing-not-for-public"]],
  }),
  "DELETE /class/{classId}/gallery/{id}/public": endpoint({
    summary: "Take one's own drawing off the page of the class, at once",
    ...ofDrawing,
    answer: z.object({ isPublic: z.literal(false) }),
    errors: [problems["drawing-not-found"]],
  }),
  "GET /class/{id}/practice": endpoint({
    summary:
      "How students of an approved class practice: the days until a critique, and a drawing before and after, if its student shows it to everyone",
    access: anyone,
    params: z.object({ id: z.uuid() }),
    answer: z.object({
      critiqueDays: z.int().nullable().meta({ description: "null: nobody teaches the class now" }),
      progress: z
        .object({
          lessonTitle: z.string(),
          before: drawingPicture,
          after: drawingPicture,
          pins: z.array(pin),
        })
        .nullable()
        .describe("The first round with the notes of its critique, and the accepted one"),
    }),
    cacheTags: ({ id = "" }) => [classTag(id)],
    errors: [classProblems["class-not-found"]],
  }),
  "GET /class/{classId}/gallery/{id}/nices": endpoint({
    summary: 'Who said "Nice!" to one\'s own drawing, newest first',
    ...ofDrawing,
    query: z.object(pageQuery),
    answer: z.array(person),
    paged: true,
    errors: [...galleryErrors, problems["drawing-not-found"]],
  }),
  "POST /class/{classId}/gallery/{id}/nice": endpoint({
    summary: 'Say "Nice!" to someone else\'s drawing, once',
    ...ofDrawing,
    answer: z.object({ isNice: z.literal(true) }),
    errors: [...galleryErrors, problems["drawing-not-found"], problems["own-drawing"]],
    rate: niceRate,
  }),
  "DELETE /class/{classId}/gallery/{id}/nice": endpoint({
    summary: 'Take one\'s "Nice!" back, also in a class that one has left',
    ...ofDrawing,
    answer: z.object({ deletedCount: z.int() }),
  }),
  "GET /class/{classId}/gallery/{id}/comments": endpoint({
    summary: "The comments on a drawing, oldest first",
    ...ofDrawing,
    query: z.object(pageQuery),
    answer: z.array(
      z.object({
        _id: z.string(),
        text: z.string(),
        date: z.date(),
        author: person.extend({ role: z.enum(roles) }),
        isOwn: z.boolean(),
      }),
    ),
    paged: true,
    errors: [...galleryErrors, problems["drawing-not-found"]],
  }),
  "POST /class/{classId}/gallery/{id}/comments": endpoint({
    summary: "Comment on a drawing",
    ...ofDrawing,
    body: z.object({
      text: z
        .string()
        .trim()
        .min(1, "Write something first")
        .max(maxCommentLength, `A comment has at most ${maxCommentLength.toLocaleString("en-US")} characters`)
        .refine((text) => !text.includes("\0"), "Take out the control character"),
    }),
    answer: z.object({ insertedId: z.string() }),
    errors: [...galleryErrors, problems["drawing-not-found"], problems["comments-first-day"]],
    rate: commentRate,
  }),
  "DELETE /comment/{id}": endpoint({
    summary: "Remove one's own comment",
    ...byId,
    answer: z.object({ deletedCount: z.int() }),
    errors: [problems["comment-not-found"]],
  }),
  "GET /drawings/shown": endpoint({
    summary:
      "The drawings that one shares with one's classes, also with those that one has left, newest first",
    access: only(...roles),
    query: z.object(pageQuery),
    answer: z.array(z.object({ _id: z.string(), classId: z.string(), ...place, date: z.date() })),
    paged: true,
  }),
  "GET /comments": endpoint({
    summary: "One's own comments in all classes, newest first",
    access: only(...roles),
    query: z.object(pageQuery),
    answer: z.array(
      z.object({
        _id: z.string(),
        text: z.string(),
        ...place,
        date: z.date(),
        isHidden: z.boolean().describe("By the school, or by reports until it decides"),
      }),
    ),
    paged: true,
  }),
  "GET /blocks": endpoint({
    summary: "Whom one has blocked",
    access: only(...roles),
    answer: z.array(person.extend({ since: z.date() })),
  }),
  "POST /blocks/{id}": endpoint({
    summary: "Block a student: neither sees the other's drawings and comments",
    ...byId,
    answer: z.object({ isBlocked: z.literal(true) }),
    errors: [problems["person-not-found"], problems["cannot-block"]],
  }),
  "DELETE /blocks/{id}": endpoint({
    summary: "End a block",
    ...byId,
    answer: z.object({ deletedCount: z.int() }),
  }),
};
