import { type Answer, apiQuery } from "../../access/api-query.ts";

export type StudentOverview = Answer<"GET /student/overview/{email}">;
export type InstructorOverview = Answer<"GET /instructor/overview/{email}">;

/** Milliseconds between refetches, to show changes by others. */
const refetchInterval = 60_000;

export const studentOverviewQuery = (email: string) => ({
  ...apiQuery("GET /student/overview/{email}", { params: { email } }),
  refetchInterval,
});

export const instructorOverviewQuery = (email: string) => ({
  ...apiQuery("GET /instructor/overview/{email}", { params: { email } }),
  refetchInterval,
});

export const adminOverviewQuery = { ...apiQuery("GET /admin/overview"), refetchInterval };
