import { z } from "zod";
import { dollars } from "../../../platform/money.ts";
import { endpoint, only } from "../../../access/policy.ts";

/** Includes the current day or month. */
const ranges = ["30-days", "12-months"] as const;
export type Range = (typeof ranges)[number];

export const statisticsContract = {
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
  "GET /admin/statistics": endpoint({
    summary: "Money collected and kept and seats taken, by UTC day or month, oldest first, without gaps",
    access: only("admin"),
    query: z.object({ range: z.enum(ranges).default("30-days") }),
    answer: z.object({
      range: z.enum(ranges),
      steps: z.array(
        z.object({
          from: z.string().describe("The first day of the step (UTC), like 2026-11-01"),
          revenue: dollars,
          enrollments: z.int(),
        }),
      ),
    }),
  }),
};
