import { z } from "zod";
import { pageQuery } from "../../platform/keyset.ts";
import { dollars } from "../../platform/money.ts";
import { endpoint, only } from "../accounts/access.ts";
import { roles } from "../accounts/policy.ts";

export const problems = {
  noSuchUser: { code: "user-not-found", status: 404, detail: "There is no such user." },
  ownRole: { code: "own-role", status: 409, detail: "Nobody changes their own role. Ask another admin." },
  hasRole: {
    code: "has-role-already",
    status: 409,
    detail: "This user has that role already. Reload to see it.",
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
    summary: "Totals: payments collected and their sum, users, classes, enrollments",
    access: only("admin"),
    answer: z.object({
      totalPayments: z.int(),
      revenue: dollars,
      totalUsers: z.int(),
      totalClasses: z.int(),
      totalEnrolled: z.int(),
    }),
  }),
  "GET /admin/manage/users": endpoint({
    summary: "All users, newest first",
    access: only("admin"),
    query: z.object(pageQuery),
    answer: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        email: z.string(),
        image: z.string(),
        role: z.enum(roles),
      }),
    ),
    paged: true,
  }),
  "PATCH /users/admin/{id}": endpoint({ summary: "Make a user an admin", ...promotion }),
  "PATCH /users/instructor/{id}": endpoint({ summary: "Make a user an instructor", ...promotion }),
};
