import { z } from "zod";
import { emailProblem } from "../../platform/email.ts";
import { isPictureUrl, pictureUrlProblem } from "../../platform/picture-url.ts";
import { endpoint, only, type PersonAccess, withIdentityToken } from "./access.ts";
import { roles } from "./policy.ts";

export const email = z.email(emailProblem).max(254).toLowerCase();
const emailParams = z.object({ email });

export const problems = {
  otherEmail: { code: "other-email", status: 403, detail: "You're logged in with a different email." },
  emailTaken: {
    code: "email-claimed",
    status: 403,
    detail:
      "This email belongs to an account that logs in another way. Log in that way, or confirm your email first.",
  },
} as const;

const ownEmailOrAdmin: PersonAccess = { as: "person", roles, own: "email", exceptFor: ["admin"] };

export const accounts = {
  "POST /jwt": endpoint({
    summary: "Exchange an identity token for an access token of 15 minutes",
    access: withIdentityToken,
    body: z.object({ email }),
    answer: z.object({ token: z.string() }),
    errors: [problems.otherEmail, problems.emailTaken],
  }),
  "POST /users": endpoint({
    summary: "Store the signed-in person's record; the role is always student",
    access: withIdentityToken,
    body: z.object({
      name: z.string().trim().min(1, "Name is required").max(100),
      email,
      image: z
        .string()
        .trim()
        .min(1, "PhotoURL is Required")
        .max(2000)
        .refine(isPictureUrl, pictureUrlProblem),
    }),
    answer: z.object({
      insertedId: z.string().nullable().meta({ description: "null when the record existed" }),
    }),
    errors: [problems.otherEmail, problems.emailTaken],
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
    }),
  }),
  "GET /users/admin/{email}": endpoint({
    summary: "Whether the person is an admin",
    access: ownEmailOrAdmin,
    params: emailParams,
    answer: z.object({ admin: z.boolean() }),
  }),
  "GET /users/student/{email}": endpoint({
    summary: "Whether the person is a student",
    access: ownEmailOrAdmin,
    params: emailParams,
    answer: z.object({ student: z.boolean() }),
  }),
  "GET /users/instructor/{email}": endpoint({
    summary: "Whether the person is an instructor",
    access: ownEmailOrAdmin,
    params: emailParams,
    answer: z.object({ instructor: z.boolean() }),
  }),
};
