import { z } from "zod";
import { pageQuery } from "../../platform/keyset.ts";
import { dollars } from "../../platform/money.ts";
import { searchWords } from "../../platform/search-words.ts";
import { endpoint, only } from "../accounts/access.ts";
import { roles } from "../accounts/policy.ts";
import { ranges } from "./ranges.ts";

export const problems = {
  noSuchUser: { code: "user-not-found", status: 404, detail: "There is no such user." },
  ownRole: { code: "own-role", status: 409, detail: "Nobody changes their own role. Ask another admin." },
  hasRole: {
    code: "has-role-already",
    status: 409,
    detail: "This user has that role already.",
  },
  notAdminAnyMore: { code: "not-admin-any-more", status: 403, detail: "You are no longer an admin." },
} as const;

const promotion = {
  access: only("admin"),
  params: z.object({ id: z.uuid() }),
  answer: z.object({ modifiedCount: z.int() }),
  errors: [problems.noSuchUser, problems.ownRole, problems.hasRole, problems.notAdminAnyMore],
} as const;

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
    }),
  }),
  "GET /admin/payments/latest": endpoint({
    summary: "The payments that were collected, newest first",
    access: only("admin"),
    query: z.object({
      ...pageQuery,
      q: searchWords.optional().meta({
        description: "Words of the student's name or e-mail or of the class's name; or the transaction's id",
      }),
    }),
    answer: z.array(
      z.object({
        _id: z.string(),
        className: z.string(),
        studentName: z.string(),
        studentEmail: z.string(),
        total: dollars,
        transactionId: z.string(),
        date: z.date().meta({ description: "When the payment was recorded (UTC)" }),
        refunded: z.date().nullable().meta({ description: "When all of it was given back (UTC)" }),
        isRefunding: z.boolean().meta({ description: "A refund was decided and is not through yet" }),
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
      "All users with their applications to teach, newest first, unless words are sought: then the best fit first",
    access: only("admin"),
    query: z.object({
      ...pageQuery,
      q: searchWords.optional().meta({ description: "Words of the name or the e-mail" }),
      role: z.enum(roles).optional(),
      applied: z.literal("yes").optional().meta({ description: "Only those who have applied to teach" }),
    }),
    answer: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        email: z.string(),
        image: z.string(),
        role: z.enum(roles),
        application: z
          .object({ text: z.string(), portfolio: z.string(), date: z.date() })
          .nullable()
          .meta({ description: "What they sent to apply to teach, and when they changed it last (UTC)" }),
      }),
    ),
    paged: true,
  }),
  "PATCH /users/admin/{id}": endpoint({ summary: "Make a user an admin", ...promotion }),
  "PATCH /users/instructor/{id}": endpoint({ summary: "Make a user an instructor", ...promotion }),
};
