import {
  className,
  price,
  availableSeats,
  image,
  level,
  description,
  whatYouWillLearn,
  topic,
  topics,
  tools,
  feedback,
  feedbackSeen,
  newClass,
} from "./fields.ts";
import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { dollars, dollarsInQuery } from "../../../platform/money.ts";
import { searchWords } from "../../../platform/search-words.ts";
import { email } from "../../../access/fields.ts";
import { anyone, endpoint, only, onlyOwn, ownOrAdmin } from "../../../access/policy.ts";
import { csv, exportRate } from "../audit/contract.ts";
import { picture } from "../pictures/contract.ts";
import { lessonStatuses } from "./lesson-status.ts";
import { editorKinds, problems } from "./policy.ts";
import { classStatuses } from "./state.ts";
import { catalogTag, classTag } from "./cache-tags.ts";

const idParams = z.object({ id: z.uuid() });
const ownClassErrors = [problems["class-not-found"], problems["not-your-class"]];

export const lessonStatus = z.enum(lessonStatuses).describe("upcoming: none yet; retired: all taken out");
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
  topics: z.array(topic),
  description: z.string(),
  whatYouWillLearn: z.array(z.string()),
  tools: z.string().describe("What a student needs to have"),
  picture,
  status: z.enum(classStatuses),
  lessonStatus,
  lessonCount: z.int().describe("Published lessons"),
  exerciseCount: z.int().describe("Of these, exercises: each has a critique"),
  approved: z.date().nullable().describe("When it was approved (UTC)"),
  startsOn: z.iso.date().nullable().describe("First day of a cohort; null: self-paced"),
  timeZone: z.string().nullable().describe("IANA time zone of `startsOn`"),
  enrolledStudents: z.int(),
});
/** Visible to the instructor and admins only. */
const managedClass = publicClass.extend({
  feedback: z.string().optional(),
  version: z.int(),
  instructorTeaches: z.boolean().describe("Whether its instructor still is one, and is not suspended"),
  decided: z.date().nullable().describe("When it was approved or denied (UTC)"),
  sentAgainAs: z
    .object({ _id: z.string(), className: z.string(), status: z.enum(classStatuses) })
    .nullable()
    .describe("The class as which this denied one was sent again"),
  previous: z
    .object({ _id: z.string(), className: z.string(), feedback: z.string().nullable(), decided: z.date() })
    .nullable()
    .describe("The denied class that was sent again as this one"),
});
const archived = z.literal("yes").optional();
const modified = z.object({ modifiedCount: z.int() });

const decision = { access: only("admin"), params: idParams, answer: modified } as const;
const decisionErrors = [problems["class-not-found"], problems["class-already-decided"]] as const;

export const sorts = ["newest", "popular", "price", "-price", "relevance"] as const;

const catalogFilters = {
  q: searchWords
    .optional()
    .describe(
      "Words of a class: its name, its instructor's, what it teaches. Slips are corrected when nothing is spelled so",
    ),
  match: z
    .literal("any")
    .optional()
    .describe("Classes that have any of the words, when none has all of them"),
  topic: topic.optional(),
  level: level.optional(),
  instructor: z.uuid().optional().describe("Only the classes of this instructor"),
  min: dollarsInQuery.optional().describe("The lowest price, in US dollars"),
  max: dollarsInQuery.optional().describe("The highest price, in US dollars"),
  seats: z.literal("left").optional().describe("Only classes that have seats left"),
};

const managedClassFilters = {
  q: searchWords.optional().describe("Words of a class, as in the catalog; or its id"),
  status: z.enum(classStatuses).optional(),
  archived: archived.describe(
    "Only denied classes that were sent again, which the list leaves out unless words are given",
  ),
};

export const classesContract = {
  "GET /approvedClasses": endpoint({
    summary: "The catalog: approved classes",
    access: anyone,
    query: z.object({
      ...pageQuery,
      ...catalogFilters,
      sort: z
        .enum(sorts)
        .optional()
        .describe(
          "newest, unless words are searched: then relevance, which is names first and the most popular of them first",
        ),
    }),
    answer: z.array(publicClass),
    paged: true,
    cacheTags: () => [catalogTag],
  }),
  "GET /approvedClasses/count": endpoint({
    summary: "How many classes the catalog has that fit, counted up to 1,000",
    access: anyone,
    query: z.object(catalogFilters),
    answer: z.object({
      count: z.int(),
      isMore: z.boolean().describe("There are more than were counted"),
      correctedTo: z
        .string()
        .optional()
        .describe("The words that were searched instead of those given, which no class has"),
    }),
    cacheTags: () => [catalogTag],
  }),
  "GET /suggestions": endpoint({
    summary:
      "What someone who types this may be looking for: classes and instructors, the most popular first",
    access: anyone,
    query: z.object({ q: searchWords }),
    answer: z.object({
      instructors: z.array(z.object({ _id: z.string(), name: z.string() })),
      classes: z.array(z.object({ _id: z.string(), className: z.string(), instructorName: z.string() })),
    }),
    cacheTags: () => [catalogTag],
  }),
  "GET /class/{id}": endpoint({
    summary: "One class; feedback only for its instructor and admins",
    access: anyone,
    params: idParams,
    answer: managedClass
      .extend({
        edited: z
          .object({ by: z.enum(editorKinds), at: z.date() })
          .nullable()
          .describe("The last edit of what the class says"),
      })
      .partial({
        version: true,
        instructorTeaches: true,
        decided: true,
        sentAgainAs: true,
        previous: true,
        edited: true,
      }),
    cacheTags: ({ id = "" }) => [classTag(id)],
    errors: [problems["class-not-found"]],
  }),
  "GET /classes/instructor/{email}": endpoint({
    summary: "The instructor's own classes, newest first",
    access: onlyOwn("email", "instructor"),
    params: z.object({ email }),
    query: z.object({
      ...pageQuery,
      archived: archived.describe("Instead, the denied classes that were sent again"),
    }),
    answer: z.array(managedClass),
    paged: true,
  }),
  "POST /classes": endpoint({
    summary: "Add a class; it is pending, with nobody enrolled, and the caller's",
    access: only("instructor"),
    body: newClass,
    answer: z.object({ insertedId: z.string() }),
  }),
  "POST /class/{id}/send-again": endpoint({
    summary: "Send a denied class of one's own again, as a new pending class; the denied one is archived",
    access: onlyOwn("record", "instructor"),
    params: idParams,
    body: newClass.extend({
      image: image.optional().describe("Without it, the denied class's picture is kept"),
    }),
    answer: z.object({ insertedId: z.string() }),
    errors: [...ownClassErrors, problems["class-not-denied"], problems["class-sent-again-already"]],
  }),
  "PATCH /class/{id}": endpoint({
    summary: "Change a class of one's own, or any as an admin; an approved one stays approved",
    access: ownOrAdmin,
    params: idParams,
    body: z.object({
      className,
      price,
      availableSeats,
      // Returned seats may have lifted it above the highest that may be entered.
      seatsSeen: z
        .int()
        .min(0)
        .optional()
        .describe(
          "The available seats that were edited: what is added to them or taken away is, and seats that students took " +
            "meanwhile stay taken. Without it the number is set as it is",
        ),
      image: image.optional(),
      level: level.optional(),
      topics: topics.optional(),
      description: description.optional(),
      whatYouWillLearn: whatYouWillLearn.optional(),
      tools: tools.optional(),
      version: z
        .int()
        .optional()
        .describe(
          "The version that was edited; refused when the class was edited since. Seats taken are no edit",
        ),
    }),
    answer: modified,
    errors: [...ownClassErrors, problems["class-denied"], problems["class-changed-meanwhile"]],
  }),
  "GET /admin/manage/classes": endpoint({
    summary: "All classes, newest first, unless words are searched: then the best fit first",
    access: only("admin"),
    query: z.object({
      ...pageQuery,
      ...managedClassFilters,
    }),
    answer: z.array(managedClass),
    paged: true,
  }),
  "PATCH /amin/approve/class/{id}": endpoint({
    summary: "Approve a pending class (the address as the first clients spell it)",
    ...decision,
    errors: [...decisionErrors, problems["class-not-taught"]],
  }),
  "PATCH /admin/approve/class/{id}": endpoint({
    summary: "Approve a pending class",
    ...decision,
    errors: [...decisionErrors, problems["class-not-taught"]],
  }),
  "PATCH /admin/deny/class/{id}": endpoint({
    summary: "Deny a pending class, with feedback if there is any",
    ...decision,
    body: z
      .object({ feedback: feedback.optional(), base: feedbackSeen })
      .nullish()
      .describe("Without feedback, what was written before stays"),
    errors: [...decisionErrors, problems["feedback-changed-meanwhile"]],
  }),
  "PATCH /admin/hand-over/class/{id}": endpoint({
    summary: "Give a class to another instructor; its students, payments and earnings stay with it",
    access: only("admin"),
    params: idParams,
    body: z.object({
      email: email.describe("The new instructor's"),
      from: z
        .uuid()
        .optional()
        .describe("The instructor that the admin saw; refused if the class has another one now"),
    }),
    answer: modified,
    errors: [
      problems["class-not-found"],
      problems["class-changed-meanwhile"],
      problems["not-an-instructor"],
      problems["has-class-already"],
    ],
  }),
  "PATCH /admin/feedback/{id}": endpoint({
    summary: "Write feedback on a class, at any time; an empty text removes it",
    access: only("admin"),
    params: idParams,
    body: z.object({
      feedback,
      base: feedbackSeen,
    }),
    answer: modified,
    errors: [problems["class-not-found"], problems["feedback-changed-meanwhile"]],
  }),
  "GET /admin/export/classes": endpoint({
    summary: "The classes as CSV, with the same filters as their list",
    access: only("admin"),
    query: z.object(managedClassFilters),
    answer: csv,
    download: "classes.csv",
    rate: exportRate,
  }),
};
