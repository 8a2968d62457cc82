import { z } from "zod";
import { pageQuery } from "../../platform/keyset.ts";
import { dollars } from "../../platform/money.ts";
import { searchWords } from "../../platform/search-words.ts";
import { endpoint, only } from "../accounts/access.ts";
import { problems as accountProblems } from "../accounts/contract.ts";
import { roles } from "../accounts/policy.ts";
import { csv, exportRate } from "../audit/contract.ts";
import { managedClassFilters } from "../classes/contract.ts";
import { moneyBack } from "../payments/contract.ts";
import { decisions } from "../applications/policy.ts";
import { longestNote, longestReason, messages } from "./policy.ts";
import { ranges } from "./ranges.ts";

export const problems = {
  noSuchUser: accountProblems.noSuchUser,
  ownRole: { code: "own-role", status: 409, detail: "You can't change your own role. Ask another admin." },
  hasRole: {
    code: "has-role-already",
    status: 409,
    detail: "This user already has that role.",
  },
  isMinor: {
    code: "is-a-minor",
    status: 409,
    detail:
      "This user isn't 18 yet, or hasn't told us. Instructors and admins are adults, since their names are public.",
  },
  isAdult: { code: "is-an-adult", status: 409, detail: "This user is an adult already." },
  ownAccount: {
    code: "own-account",
    status: 409,
    detail: "You can't suspend your own account. Ask another admin.",
  },
  suspendedAlready: { code: "suspended-already", status: 409, detail: "This user is already suspended." },
  notSuspended: { code: "not-suspended", status: 409, detail: "This user isn't suspended." },
  noSuchApplication: {
    code: "application-not-found",
    status: 404,
    detail: "We couldn't find this application.",
  },
  applicationDecided: {
    code: "application-decided-already",
    status: 409,
    detail: "This application has already been decided. Your click changed nothing.",
  },
  notAdminAnyMore: { code: "not-admin-any-more", status: 403, detail: "You're no longer an admin." },
} as const;

const userAction = {
  access: only("admin"),
  params: z.object({ id: z.uuid() }),
  answer: z.object({ modifiedCount: z.int() }),
} as const;
const roleChange = {
  ...userAction,
  errors: [
    problems.noSuchUser,
    problems.ownRole,
    problems.hasRole,
    problems.isMinor,
    problems.notAdminAnyMore,
  ],
} as const;

const text = z
  .string()
  .trim()
  .refine((value) => !value.includes("\0"), "Leave out control characters");
const note = z
  .object({ note: text.max(longestNote, messages.longNote).default("") })
  .nullish()
  .meta({ description: "What the applicant is told with the decision" });
const applicationErrors = [
  problems.noSuchApplication,
  problems.applicationDecided,
  problems.noSuchUser,
  problems.notAdminAnyMore,
] as const;

const paymentFilters = {
  q: searchWords.optional().meta({
    description: "Words of the student's name or email or of the class's name; or the transaction's id",
  }),
};
const userFilters = {
  q: searchWords.optional().meta({ description: "Words of the name or the email" }),
  role: z.enum(roles).optional(),
  applied: z.literal("yes").optional().meta({ description: "Only those whose application to teach waits" }),
  suspended: z.literal("yes").optional().meta({ description: "Only suspended users" }),
};

export const administration = {
  "GET /admin/payments": endpoint({
    summary: "Totals: payments collected and kept and their sum, users, classes, enrollments",
    access: only("admin"),
    answer: z.object({
      totalPayments: z.int(),
      revenue: dollars,
      totalUsers: z.int(),
      totalClasses: z.int(),
      totalEnrolled: z.int(),
      pendingClasses: z.int(),
      pendingApplications: z.int(),
    }),
  }),
  "GET /admin/payments/latest": endpoint({
    summary: "The payments that were collected, newest first",
    access: only("admin"),
    query: z.object({
      ...pageQuery,
      ...paymentFilters,
    }),
    answer: z.array(
      z.object({
        _id: z.string(),
        className: z.string(),
        studentName: z.string(),
        studentEmail: z.string(),
        price: dollars,
        tax: dollars,
        total: dollars,
        transactionId: z.string(),
        date: z.date().meta({ description: "When the payment was recorded (UTC)" }),
        refunded: z.date().nullable().meta({ description: "When all of it was given back (UTC)" }),
        isRefunding: z.boolean().meta({ description: "A refund was decided and is not through yet" }),
        ...moneyBack,
        refundFailure: z
          .string()
          .nullable()
          .meta({ description: "The provider's word for why the refund failed, if it gave one" }),
        disputeReason: z
          .string()
          .nullable()
          .meta({ description: "The provider's word for what the bank says" }),
        hasSeat: z.boolean().meta({ description: "false: the seat and the access ended with the refund" }),
      }),
    ),
    paged: true,
  }),
  "GET /admin/statistics": endpoint({
    summary: "Money collected and kept and seats taken, by UTC day or month, oldest first, without gaps",
    access: only("admin"),
    query: z.object({ range: z.enum(ranges).default("30-days") }),
    answer: z.object({
      range: z.enum(ranges),
      steps: z.array(
        z.object({
          from: z.string().meta({ description: "The first day of the step (UTC), like 2026-11-01" }),
          revenue: dollars,
          enrollments: z.int(),
        }),
      ),
    }),
  }),
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
        registered: z.date().meta({ description: "When the account was created (UTC)" }),
        isAdult: z.boolean().meta({ description: "false: under 18, or the age is not known" }),
        suspended: z.date().nullable().meta({ description: "Since when it is suspended (UTC)" }),
        application: z
          .object({
            text: z.string(),
            portfolio: z.string(),
            date: z.date(),
            decision: z.enum(decisions).nullable(),
          })
          .nullable()
          .meta({ description: "Their last application to teach, and when they changed it last (UTC)" }),
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
      reason: text.min(1, messages.noReason).max(longestReason, messages.longReason).meta({
        description: "Why; the user is told, and the audit log keeps it",
      }),
    }),
    errors: [problems.noSuchUser, problems.ownAccount, problems.suspendedAlready, problems.notAdminAnyMore],
  }),
  "PATCH /users/reinstate/{id}": endpoint({
    summary: "End a user's suspension",
    ...userAction,
    errors: [problems.noSuchUser, problems.notSuspended, problems.notAdminAnyMore],
  }),
  "PATCH /users/adult/{id}": endpoint({
    summary: "Note that a user is 18 or older, whatever age they told",
    ...userAction,
    errors: [problems.noSuchUser, problems.isAdult, problems.notAdminAnyMore],
  }),
  "GET /admin/export/users": endpoint({
    summary: "The users as CSV, with the same filters as their list",
    access: only("admin"),
    query: z.object(userFilters),
    answer: csv,
    download: "users.csv",
    rate: exportRate,
  }),
  "GET /admin/export/classes": endpoint({
    summary: "The classes as CSV, with the same filters as their list",
    access: only("admin"),
    query: z.object(managedClassFilters),
    answer: csv,
    download: "classes.csv",
    rate: exportRate,
  }),
  "GET /admin/export/payments": endpoint({
    summary: "The payments as CSV, with the same filters as their list",
    access: only("admin"),
    query: z.object(paymentFilters),
    answer: csv,
    download: "payments.csv",
    rate: exportRate,
  }),
  "GET /admin/applications": endpoint({
    summary: "Applications to teach that wait for a decision, oldest first",
    access: only("admin"),
    query: z.object(pageQuery),
    answer: z.array(
      z.object({
        _id: z.string(),
        text: z.string(),
        portfolio: z.string(),
        date: z.date().meta({ description: "When it was sent (UTC)" }),
        changed: z.date().meta({ description: "When it was changed last (UTC)" }),
        applicant: z.object({ _id: z.string(), name: z.string(), email: z.string(), image: z.string() }),
        declinedBefore: z
          .object({ date: z.date(), note: z.string().nullable() })
          .nullable()
          .meta({ description: "When and why an earlier application was declined last" }),
      }),
    ),
    paged: true,
  }),
  "PATCH /admin/accept/application/{id}": endpoint({
    summary: "Accept an application: the applicant becomes an instructor",
    ...userAction,
    body: note,
    errors: [...applicationErrors, problems.ownRole, problems.hasRole, problems.isMinor],
  }),
  "PATCH /admin/decline/application/{id}": endpoint({
    summary: "Decline an application",
    ...userAction,
    body: note,
    errors: applicationErrors,
  }),
};
