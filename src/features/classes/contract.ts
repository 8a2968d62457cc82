import { z } from "zod";
import { pageQuery } from "../../platform/keyset.ts";
import { dollars, dollarsInQuery } from "../../platform/money.ts";
import { searchWords } from "../../platform/search-words.ts";
import { anyone, endpoint, only, onlyOwn } from "../accounts/access.ts";
import { email, instructor } from "../accounts/contract.ts";
import { instructorsTopic } from "../accounts/topics.ts";
import { picture } from "../pictures/contract.ts";
import { highestPrice, levels, longest, lowestPrice, messages, mostSeats } from "./policy.ts";
import { classStatuses } from "./state.ts";
import { catalogueTopic, classTopic } from "./topics.ts";

export const problems = {
  noSuchClass: { code: "class-not-found", status: 404, detail: messages.noSuchClass },
  notYourClass: { code: "not-your-class", status: 403, detail: messages.notYourClass },
  alreadyDecided: {
    code: "class-already-decided",
    status: 409,
    detail: "This class has been approved or denied already. Reload to see the decision.",
  },
  changedMeanwhile: {
    code: "class-changed-meanwhile",
    status: 409,
    detail: "Somebody saved this class after you opened it. Reload it, then make your changes again.",
  },
  feedbackChanged: {
    code: "feedback-changed-meanwhile",
    status: 409,
    detail: "Another admin changed the feedback after you opened it. Read theirs, then send yours again.",
  },
} as const;

/** Text without what PostgreSQL cannot hold. */
const text = z
  .string()
  .trim()
  .refine((written) => !written.includes("\0"), messages.controlCharacters);

export const className = text.min(1, messages.noName).max(longest.className, messages.longName);
const price = dollars.refine(
  (amount) => amount >= lowestPrice * 100 && amount <= highestPrice * 100,
  messages.price,
);
const availableSeats = z.int(messages.seats).min(0, messages.seats).max(mostSeats, messages.seats);
const image = z
  .string()
  .trim()
  .min(1, messages.noPicture)
  .max(2000)
  .meta({ description: "Of an uploaded picture, as POST /images answers it, or of one elsewhere, by https" });
const level = z.enum(levels);
const description = text.max(longest.description, messages.longDescription);
const whatYouWillLearn = z
  .array(text.min(1).max(longest.outcome, messages.longOutcome))
  .max(longest.outcomes, messages.manyOutcomes);
const feedback = text.max(5000);
const idParams = z.object({ id: z.uuid() });

const publicClass = z.object({
  _id: z.string(),
  className: z.string(),
  instructorId: z.string(),
  instructorName: z.string(),
  instructorEmail: z.string(),
  price: dollars,
  availableSeats: z.int(),
  image: z.string(),
  level,
  description: z.string(),
  whatYouWillLearn: z.array(z.string()),
  picture,
  enrolledStudents: z.int(),
});
/** What its instructor and the admins see as well. */
const wholeClass = publicClass.extend({
  status: z.enum(classStatuses),
  feedback: z.string().optional(),
  version: z.int(),
});
const modified = z.object({ modifiedCount: z.int() });

const decision = { access: only("admin"), params: idParams, answer: modified } as const;
const decisionErrors = [problems.noSuchClass, problems.alreadyDecided] as const;

export const sorts = ["newest", "popular", "price", "-price", "relevance"] as const;

export const classesContract = {
  "GET /approvedClasses": endpoint({
    summary: "The catalogue: approved classes",
    access: anyone,
    query: z.object({
      ...pageQuery,
      q: searchWords.optional().meta({ description: "Words of the class's or the instructor's name" }),
      level: level.optional(),
      instructor: z.uuid().optional().meta({ description: "Only the classes of this instructor" }),
      min: dollarsInQuery.optional().meta({ description: "The lowest price, in US dollars" }),
      max: dollarsInQuery.optional().meta({ description: "The highest price, in US dollars" }),
      seats: z.literal("left").optional().meta({ description: "Only classes that have seats left" }),
      sort: z.enum(sorts).optional().meta({ description: "newest, unless words are sought: then relevance" }),
    }),
    answer: z.array(publicClass),
    paged: true,
    topics: () => [catalogueTopic],
  }),
  "GET /instructors/popular": endpoint({
    summary: "The instructors whose approved classes have most students",
    access: anyone,
    query: z.object({ limit: z.coerce.number().int().min(1).max(20).default(6) }),
    answer: z.array(instructor),
    topics: () => [catalogueTopic, instructorsTopic],
  }),
  "GET /class/{id}": endpoint({
    summary: "One class; status and feedback only for its instructor and admins",
    access: anyone,
    params: idParams,
    answer: wholeClass.partial({ status: true, version: true }),
    topics: ({ id = "" }) => [classTopic(id)],
    errors: [problems.noSuchClass],
  }),
  "GET /classes/instructor/{email}": endpoint({
    summary: "The instructor's own classes, newest first",
    access: onlyOwn("email", "instructor"),
    params: z.object({ email }),
    query: z.object(pageQuery),
    answer: z.array(wholeClass),
    paged: true,
  }),
  "POST /classes": endpoint({
    summary: "Add a class; it is pending, with nobody enrolled, and the caller's",
    access: only("instructor"),
    body: z.object({
      className,
      price,
      availableSeats,
      image,
      level: level.default("beginner"),
      description: description.default(""),
      whatYouWillLearn: whatYouWillLearn.default([]),
    }),
    answer: z.object({ insertedId: z.string() }),
  }),
  "PATCH /class/{id}": endpoint({
    summary: "Change a class of one's own; an approved one stays approved",
    access: onlyOwn("record", "instructor"),
    params: idParams,
    body: z.object({
      className,
      price,
      availableSeats,
      seatsSeen: availableSeats.optional().meta({
        description:
          "The available seats that were edited: what is added to them or taken away is, and seats that students took " +
          "meanwhile stay taken. Without it the number is set as it is",
      }),
      image: image.optional(),
      level: level.optional(),
      description: description.optional(),
      whatYouWillLearn: whatYouWillLearn.optional(),
      version: z.int().optional().meta({
        description:
          "The version that was edited; refused when the class was edited since. Seats taken are no edit",
      }),
    }),
    answer: modified,
    errors: [problems.noSuchClass, problems.notYourClass, problems.changedMeanwhile],
  }),
  "GET /admin/manage/classes": endpoint({
    summary: "All classes, newest first, unless words are sought: then the best fit first",
    access: only("admin"),
    query: z.object({
      ...pageQuery,
      q: searchWords.optional().meta({ description: "Words of the class's or the instructor's name" }),
      status: z.enum(classStatuses).optional(),
    }),
    answer: z.array(wholeClass),
    paged: true,
  }),
  "PATCH /amin/approve/class/{id}": endpoint({
    summary: "Approve a pending class (the address as the first clients spell it)",
    ...decision,
    errors: decisionErrors,
  }),
  "PATCH /admin/approve/class/{id}": endpoint({
    summary: "Approve a pending class",
    ...decision,
    errors: decisionErrors,
  }),
  "PATCH /admin/deny/class/{id}": endpoint({
    summary: "Deny a pending class",
    ...decision,
    errors: decisionErrors,
  }),
  "PATCH /admin/feedback/{id}": endpoint({
    summary: "Write feedback on a class, at any time; an empty text removes it",
    access: only("admin"),
    params: idParams,
    body: z.object({
      feedback,
      base: feedback.optional().meta({
        description: "The feedback that was seen while writing; refused when it has become another",
      }),
    }),
    answer: modified,
    errors: [problems.noSuchClass, problems.feedbackChanged],
  }),
};
