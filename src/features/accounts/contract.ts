import { z } from "zod";
import { pageQuery } from "../../platform/keyset.ts";
import { anyone, endpoint, type PersonAccess, withIdentityToken } from "./access.ts";
import { isPictureAddress, roles } from "./policy.ts";
import { instructorsTopic } from "./topics.ts";

/** An e-mail address, in the lower case in which all are compared. */
export const email = z.email("Give an e-mail address, like name@example.org").max(254).toLowerCase();
const emailParams = z.object({ email });

export const problems = {
  otherEmail: { code: "other-email", status: 403, detail: "Your sign-in is for another e-mail address." },
  noSuchInstructor: { code: "instructor-not-found", status: 404, detail: "There is no such instructor." },
  emailTaken: {
    code: "email-claimed",
    status: 403,
    detail:
      "This e-mail belongs to an account that signs in another way. Confirm the address, or use that way.",
  },
} as const;

/** Answered for the caller's own e-mail, and to an admin for any. */
const ownEmailOrAdmin: PersonAccess = { as: "person", roles, own: "email", exceptFor: ["admin"] };

/** An instructor, as everybody sees them. */
export const instructor = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.string(),
});

export const accounts = {
  "POST /jwt": endpoint({
    summary: "Exchange an identity token for an access token of 15 minutes",
    access: withIdentityToken,
    body: z.object({ email }),
    answer: z.object({ token: z.string() }),
    errors: [problems.otherEmail, problems.emailTaken],
    rate: { calls: 60, seconds: 60 },
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
        .refine(isPictureAddress, "Give the address of a picture, like https://example.org/me.png"),
    }),
    answer: z.object({
      insertedId: z.string().nullable().meta({ description: "null when the record existed" }),
    }),
    errors: [problems.otherEmail, problems.emailTaken],
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
  "GET /instructors": endpoint({
    summary: "The instructors, first come first",
    access: anyone,
    query: z.object(pageQuery),
    answer: z.array(instructor),
    paged: true,
    topics: () => [instructorsTopic],
  }),
  "GET /instructors/{id}": endpoint({
    summary: "One instructor",
    access: anyone,
    params: z.object({ id: z.uuid() }),
    answer: instructor,
    errors: [problems.noSuchInstructor],
    topics: () => [instructorsTopic],
  }),
};
