import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CallAnswer, CallInput } from "../../../../http/contract.ts";
import { queryClient } from "../../../../access/query-client.ts";
import { api } from "../../../../access/session.ts";
import type { moderationContract } from "../contract.ts";

export type ReportedThing = CallAnswer<(typeof moderationContract)["GET /admin/reports"]>[number];
type ReportsQuery = CallInput<(typeof moderationContract)["GET /admin/reports"]>["query"];

const reports = "reports";

export const reportsQuery = (query: ReportsQuery) =>
  queryOptions({
    queryKey: [reports, "list", query],
    queryFn: () => api.page("GET /admin/reports", { query }),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  });

export const refetchReports = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [reports] });
