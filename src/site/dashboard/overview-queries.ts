import { queryOptions } from "@tanstack/react-query";
import type { CallAnswer } from "../../http/contract.ts";
import { api } from "../../access/session.ts";
import type { overviewContract } from "../../features/office/overview/contract.ts";

type Contract = typeof overviewContract;
export type StudentOverview = CallAnswer<Contract["GET /student/overview/{email}"]>;
export type InstructorOverview = CallAnswer<Contract["GET /instructor/overview/{email}"]>;

/** Milliseconds between refetches, to show changes by others. */
const refetchInterval = 60_000;

export const studentOverviewQuery = (email: string) =>
  queryOptions({
    queryKey: ["overview", email, "student"],
    queryFn: () => api("GET /student/overview/{email}", { params: { email } }),
    refetchInterval,
  });

export const instructorOverviewQuery = (email: string) =>
  queryOptions({
    queryKey: ["overview", email, "instructor"],
    queryFn: () => api("GET /instructor/overview/{email}", { params: { email } }),
    refetchInterval,
  });

export const adminOverviewQuery = queryOptions({
  queryKey: ["overview", "admin"],
  queryFn: () => api("GET /admin/overview", {}),
  refetchInterval,
});
