import { problemsOf } from "../../../platform/errors.ts";
import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { searchWords } from "../../../platform/search-words.ts";
import { noSuchUser, written } from "../../../access/fields.ts";
import { endpoint, only, roles } from "../../../access/policy.ts";
import { csv, exportRate } from "../audit/contract.ts";
import { applicationDecisions, maxReasonLength, messages } from "./policy.ts";

export const problems = {
  "user-not-found": noSuchUser,
  ...problemsOf({
    "409 own-role": "You can't change your own role. Ask another admin.",
    "409 has-role-already": "This user already has that role.",
    "409 role-changed-meanwhile":
      "Another admin has changed this user's role. Check the list, then decide again.",
    "409 is-a-minor":
      "This user isn't 18 yet, or hasn't told us. Instructors and admins must be adults, since their names are public.",
    "409 is-an-adult": "This user is already an adult.",
    "409 own-account": "You can't suspend your own account. Ask another admin.",
    "409 suspended-already": "This user is already suspended.",
    "409 not-suspended": "This user isn't suspended.",
    "403 not-admin-any-more": "You're no longer an admin.",
  }),
} as const;

export const userAction = {
  access: only("admin"),
  params: z.object({ id: z.uuid() }),
  answer: z.object({ modifiedCount: z.int() }),
} as const;
const roleChange = {
  ...userAction,
  body: z
    .object({
      seen: z.enum(roles).optional().describe("The role that the admin saw; refused if it has changed since"),
    })
    .nullish(),
  errors: [
    problems["user-not-found"],
    problems["own-role"],
    problems["has-role-already"],
    problems["role-changed-meanwhile"],
    problems["is-a-minor"],
    problems["not-admin-any-more"],
  ],
} as const;

export const text = written("Leave out control characters");
const userFilters = {
  q: searchWords.optional().describe("Words of the name or the email; or the user's id"),
  role: z.enum(roles).optional(),
  applied: z.literal("yes").optional().describe("Only those whose application to teach waits"),
  suspended: z.literal("yes").optional().describe("Only suspended users"),
};

export const usersContract = {
  "GET /admin/manage/users": endpoint({
    summary:
      "All users with their applications to teach, newest first, unless words are searched: then the best fit first",
    access: only("admin"),
    query: z.object({
      ...pageQuery,
      ...userFilters,
    }),
    answer: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        email: z.string(),
        image: z.string(),
        role: z.enum(roles),
        registered: z.date().describe("When the account was created (UTC)"),
        isAdult: z.boolean().describe("false: under 18, or the age is not known"),
        suspended: z.date().nullable().describe("Since when it is suspended (UTC)"),
        application: z
          .object({
            text: z.string(),
            portfolio: z.string(),
            date: z.date(),
            decision: z.enum(applicationDecisions).nullable(),
          })
          .nullable()
          .describe("Their last application to teach, and when they changed it last (UTC)"),
      }),
    ),
    paged: true,
  }),
  "PATCH /users/admin/{id}": endpoint({ summary: "Make a user an admin", ...roleChange }),
  "PATCH /users/instructor/{id}": endpoint({ summary: "Make a user an instructor", ...roleChange }),
  "PATCH /users/student/{id}": endpoint({ summary: "Make a user a student again", ...roleChange }),
  "PATCH /users/suspend/{id}": endpoint({
    summary: "Suspend a user: signed out, and their classes not public, until reinstated",
    ...userAction,
    body: z.object({
      reason: text
        .min(1, messages.noReason)
        .max(maxReasonLength, messages.longReason)
        .describe("Why; the user gets it by email, and the audit log keeps it"),
    }),
    errors: [
      problems["user-not-found"],
      problems["own-account"],
      problems["suspended-already"],
      problems["not-admin-any-more"],
    ],
  }),
  "PATCH /users/reinstate/{id}": endpoint({
    summary: "End a user's suspension",
    ...userAction,
    errors: [problems["user-not-found"], problems["not-suspended"], problems["not-admin-any-more"]],
  }),
  "PATCH /users/adult/{id}": endpoint({
    summary: "Note that a user is 18 or older, whatever age they told",
    ...userAction,
    errors: [problems["user-not-found"], problems["is-an-adult"], problems["not-admin-any-more"]],
  }),
  "GET /admin/export/users": endpoint({
    summary: "The users as CSV, with the same filters as their list",
    access: only("admin"),
    query: z.object(userFilters),
    answer: csv,
    download: "users.csv",
    rate: exportRate,
  }),
};
