import { z } from "zod";
import { pageQuery } from "../../platform/keyset.ts";
import { dollars } from "../../platform/money.ts";
import { anyone, endpoint, only, onlyOwn } from "../accounts/access.ts";
import { email } from "../accounts/contract.ts";
import { isPictureAddress } from "../accounts/policy.ts";
import { highestPrice, levels, lowestPrice, mostSeats } from "./policy.ts";
import { classStatuses } from "./state.ts";

export const problems = {
  noSuchClass: { code: "class-not-found", status: 404, detail: "There is no such class." },
  notYourClass: { code: "not-your-class", status: 403, detail: "This class belongs to another instructor." },
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
  notAPicture: {
    code: "not-a-picture",
    status: 422,
    detail: "This file is not a picture that we can read. Send a JPEG, PNG, WebP or AVIF.",
  },
  noFile: { code: "no-file", status: 400, detail: "Send the picture as the form field “image”." },
} as const;

export const className = z.string().trim().min(1, "Class name is required").max(120);
const price = dollars.refine((amount) => amount >= lowestPrice * 100 && amount <= highestPrice * 100, {
  message: `The price must be from $${lowestPrice.toFixed(2)} to $${highestPrice}`,
});
const availableSeats = z.int("Seats are a whole number").min(0, "Seats cannot be negative").max(mostSeats);
const image = z
  .string()
  .trim()
  .min(1, "A picture is required")
  .max(2000)
  .refine(isPictureAddress, "Not a picture's address");
const level = z.enum(levels);
const description = z.string().trim().max(5000);
const idParams = z.object({ id: z.uuid() });

const publicClass = z.object({
  _id: z.string(),
  className: z.string(),
  instructorName: z.string(),
  instructorEmail: z.string(),
  price: dollars,
  availableSeats: z.int(),
  image: z.string(),
  level,
  description: z.string(),
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

export const sorts = ["newest", "popular", "price", "-price"] as const;

export const classesContract = {
  "GET /approvedClasses": endpoint({
    summary: "The catalogue: approved classes",
    access: anyone,
    query: z.object({
      ...pageQuery,
      q: z
        .string()
        .trim()
        .max(100)
        .optional()
        .meta({ description: "Words of the class's or the instructor's name" }),
      level: level.optional(),
      sort: z.enum(sorts).default("newest"),
    }),
    answer: z.array(publicClass),
    paged: true,
  }),
  "GET /class/{id}": endpoint({
    summary: "One class; status and feedback only for its instructor and admins",
    access: anyone,
    params: idParams,
    answer: wholeClass.partial({ status: true, version: true }),
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
      level: level.optional(),
      description: description.optional(),
      version: z
        .int()
        .optional()
        .meta({ description: "The version that was edited; refused when it is not the newest" }),
    }),
    answer: modified,
    errors: [problems.noSuchClass, problems.notYourClass, problems.changedMeanwhile],
  }),
  "GET /admin/manage/classes": endpoint({
    summary: "All classes, newest first",
    access: only("admin"),
    query: z.object(pageQuery),
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
    body: z.object({ feedback: z.string().trim().max(5000) }),
    answer: modified,
    errors: [problems.noSuchClass],
  }),
  "POST /images": endpoint({
    summary: "Upload a picture (multipart, field “image”) and get its address",
    access: only("instructor", "admin"),
    accepts: "multipart",
    bodyLimit: 10 * 1024 * 1024 + 10_000,
    answer: z.object({ success: z.literal(true), data: z.object({ url: z.string() }) }),
    errors: [problems.noFile, problems.notAPicture],
    rate: { calls: 60, seconds: 600 },
  }),
};
