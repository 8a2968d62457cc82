import { problemsOf } from "../../../platform/errors.ts";
import { z } from "zod";
import { ageProblems } from "../../../platform/age.ts";
import { isPictureUrl, pictureUrlProblem } from "../../../platform/picture-url.ts";
import { ageAnswer } from "../../../platform/read-age.ts";
import { email, noSuchUser, unread } from "../../../access/fields.ts";
import { guardianEmail, ownGuardian } from "../guardians/contract.ts";
import { anyone, endpoint, only, roles, withIdentityToken, ownEmailOrAdmin } from "../../../access/policy.ts";

const ownRole = { access: ownEmailOrAdmin, params: z.object({ email }) } as const;

export const problems = {
  "user-not-found": noSuchUser,
  ...problemsOf({
    "403 other-email": { detail: "You're logged in with a different email.", endsSession: true },
    "403 email-claimed":
      "This email belongs to an account that logs in another way. Log in that way, or confirm your email first.",
    "410 link-expired":
      "This link has already been used, has expired, or was replaced by a newer one. Your account page shows your current email.",
    "409 email-already-in-use":
      "Someone has opened an account with this address in the meantime. Your email hasn't changed.",
  }),
} as const;

const name = z
  .string()
  .trim()
  .min(1, "Name is required")
  .max(100, "Enter a name of up to 100 characters")
  // PostgreSQL text cannot hold NUL.
  .regex(/^\P{Cc}*$/u, "Enter a name without control characters");
const image = z
  .string()
  .trim()
  .min(1, "PhotoURL is Required")
  .max(2000, "Enter a link of up to 2000 characters")
  .refine(isPictureUrl, pictureUrlProblem);

export const accounts = {
  "POST /jwt": endpoint({
    summary:
      "Exchange an identity token for an access token of 15 minutes; makes the record of a sign-up that broke off",
    access: withIdentityToken,
    body: z.object({ email }),
    answer: z.object({ token: z.string() }),
    errors: [
      problems["other-email"],
      problems["email-claimed"],
      ageProblems["guardian-needed"],
      ageProblems["too-young"],
    ],
  }),
  "POST /users": endpoint({
    summary:
      "Store the signed-in person's record; the role is always student. Without `adult`, or `born` and `guardianEmail`, the age is not known; a later call can tell it once",
    access: withIdentityToken,
    body: z.object({ name, email, image, ...ageAnswer, guardianEmail: guardianEmail.optional() }),
    answer: z.object({
      insertedId: z.string().nullable().describe("null when the record existed"),
    }),
    errors: [
      problems["other-email"],
      problems["email-claimed"],
      ageProblems["guardian-needed"],
      ageProblems["too-young"],
    ],
  }),
  "GET /registration": endpoint({
    summary: "Whether the signed-in person has a record, so that the site asks the age before it makes one",
    access: withIdentityToken,
    answer: z.object({ isRegistered: z.boolean() }),
    errors: [problems["other-email"], problems["email-claimed"]],
  }),
  "GET /me": endpoint({
    summary: "Who the caller is, and what they may be",
    access: only(...roles),
    answer: z.object({
      _id: z.string(),
      name: z.string(),
      email: z.string(),
      image: z.string(),
      role: z.enum(roles),
      student: z.boolean(),
      instructor: z.boolean(),
      admin: z.boolean(),
      isAgeKnown: z.boolean().describe("false: the site asks whether they are 18 or older"),
      unread,
    }),
  }),
  "GET /users/admin/{email}": endpoint({
    summary: "Whether the person is an admin",
    ...ownRole,
    answer: z.object({ admin: z.boolean() }),
    errors: [problems["user-not-found"]],
  }),
  "GET /users/student/{email}": endpoint({
    summary: "Whether the person is a student",
    ...ownRole,
    answer: z.object({ student: z.boolean() }),
    errors: [problems["user-not-found"]],
  }),
  "GET /users/instructor/{email}": endpoint({
    summary: "Whether the person is an instructor",
    ...ownRole,
    answer: z.object({ instructor: z.boolean() }),
    errors: [problems["user-not-found"]],
  }),
  "GET /account": endpoint({
    summary: "The caller's record, and what their guardian answered",
    access: only(...roles),
    answer: z.object({
      name: z.string(),
      email: z.string(),
      image: z.string(),
      role: z.enum(roles),
      guardian: ownGuardian,
    }),
  }),
  "PATCH /account": endpoint({
    summary: "Change one's name and photo, wherever they are shown",
    access: only(...roles),
    body: z.object({ name, image }),
    answer: z.object({ modifiedCount: z.int() }),
    rate: { calls: 20, seconds: 3600 },
  }),
  "POST /account/email": endpoint({
    summary:
      "Confirm or stop a change of the email, by the token of a mailed link; both mailboxes have to confirm",
    access: anyone,
    body: z.object({
      token: z.string().max(200),
      decision: z.enum(["confirm", "stop"], "Choose one of the two answers"),
    }),
    answer: z.object({
      state: z.enum(["waiting", "changed", "stopped"]),
      waitsFor: z.enum(["new", "old"]).optional().describe("The mailbox that has not confirmed yet"),
    }),
    errors: [problems["link-expired"], problems["email-already-in-use"]],
    rate: { calls: 30, seconds: 60 },
  }),
};
