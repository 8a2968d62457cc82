import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Contracts } from "../../contracts.ts";
import type { CallAnswer, CallInput } from "../../http/contract.ts";
import { queryClient } from "../../access/query-client.ts";
import { api } from "../../access/session.ts";

export type ClassesQuery = CallInput<Contracts["GET /admin/manage/classes"]>["query"];
export type UsersQuery = CallInput<Contracts["GET /admin/manage/users"]>["query"];
export type PaymentsQuery = CallInput<Contracts["GET /admin/payments/latest"]>["query"];
export type Step = CallAnswer<Contracts["GET /admin/statistics"]>["steps"][number];

/** Milliseconds between refetches, to show changes by others. */
const freshness = 5000;
const admin = "administration";

export const managedClassesQuery = (query: ClassesQuery) =>
  queryOptions({
    queryKey: [admin, "classes", query],
    queryFn: () => api.page("GET /admin/manage/classes", { query }),
    refetchInterval: freshness,
    placeholderData: keepPreviousData,
  });

export const managedUsersQuery = (query: UsersQuery) =>
  queryOptions({
    queryKey: [admin, "users", query],
    queryFn: () => api.page("GET /admin/manage/users", { query }),
    refetchInterval: freshness,
    placeholderData: keepPreviousData,
  });

export type ApplicationsQuery = CallInput<Contracts["GET /admin/applications"]>["query"];

export const applicationsQuery = (query: ApplicationsQuery) =>
  queryOptions({
    queryKey: [admin, "applications", query],
    queryFn: () => api.page("GET /admin/applications", { query }),
    refetchInterval: freshness,
    placeholderData: keepPreviousData,
  });

export const totalsQuery = queryOptions({
  queryKey: [admin, "totals"],
  queryFn: () => api("GET /admin/payments"),
  refetchInterval: freshness,
});

export const paymentsQuery = (query: PaymentsQuery) =>
  queryOptions({
    queryKey: [admin, "payments", query],
    queryFn: () => api.page("GET /admin/payments/latest", { query }),
    refetchInterval: freshness,
    placeholderData: keepPreviousData,
  });

type CertificatesQuery = CallInput<Contracts["GET /admin/certificates"]>["query"];

export const certificatesQuery = (query: CertificatesQuery) =>
  queryOptions({
    queryKey: [admin, "certificates", query],
    queryFn: () => api.page("GET /admin/certificates", { query }),
    refetchInterval: freshness,
    placeholderData: keepPreviousData,
  });

export const latestPaymentsQuery = queryOptions({
  queryKey: [admin, "latest payments"],
  queryFn: () => api("GET /admin/payments/latest", { query: { limit: 5 } }),
  refetchInterval: freshness,
});

export const refundRequestsQuery = queryOptions({
  queryKey: [admin, "refund requests"],
  queryFn: () => api.page("GET /admin/refund-requests", { query: { limit: 20 } }),
  refetchInterval: freshness,
});

export const unknownPaymentsQuery = queryOptions({
  queryKey: [admin, "unknown payments"],
  queryFn: () => api("GET /admin/unknown-payments", {}),
  refetchInterval: freshness,
});

export const statisticsQuery = (range: CallInput<Contracts["GET /admin/statistics"]>["query"]["range"]) =>
  queryOptions({
    queryKey: [admin, "statistics", range],
    queryFn: () => api("GET /admin/statistics", { query: { range } }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });

/** Never cached: a stale base would overwrite newer feedback. */
export const classToAdviseQuery = (id: string) =>
  queryOptions({
    queryKey: [admin, "class to advise", id],
    queryFn: () => api("GET /class/{id}", { params: { id } }),
    gcTime: 0,
    // The draft is based on the version that the admin saw.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const refetchAdmin = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [admin] });
