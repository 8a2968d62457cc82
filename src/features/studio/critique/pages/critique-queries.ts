import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CallAnswer } from "../../../../http/contract.ts";
import { queryClient } from "../../../../access/query-client.ts";
import { api } from "../../../../access/session.ts";
import type { critiqueContract } from "../contract.ts";

export type WaitingDrawing = CallAnswer<
  (typeof critiqueContract)["GET /instructor/critiques/{email}"]
>[number];
export type Drawing = CallAnswer<(typeof critiqueContract)["GET /submission/{id}"]>;

const critiques = "critiques";
const pageSize = 30;

export const waitingQuery = (email: string) =>
  infiniteQueryOptions({
    queryKey: [critiques, email, "waiting"],
    queryFn: ({ pageParam }) =>
      api.page("GET /instructor/critiques/{email}", {
        params: { email },
        query: { limit: pageSize, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval: 60_000,
  });

export const countQuery = (email: string) =>
  queryOptions({
    queryKey: [critiques, email, "count"],
    queryFn: () => api("GET /instructor/critiques/{email}/count", { params: { email } }),
    refetchInterval: 60_000,
  });

export const drawingQuery = (id: string) =>
  queryOptions({
    queryKey: [critiques, "drawing", id],
    queryFn: () => api("GET /submission/{id}", { params: { id } }),
  });

export const promisesQuery = (email: string) =>
  queryOptions({
    queryKey: [critiques, email, "promises"],
    queryFn: () => api("GET /instructor/promises/{email}", { params: { email } }),
  });

export const refetchCritiques = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [critiques] });

export const drawingPath = (id: string): string => `/dashboard/instructor/critiques?drawing=${id}`;
