import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CallAnswer } from "../../../../http/contract.ts";
import { queryClient } from "../../../../access/query-client.ts";
import { api } from "../../../../access/session.ts";
import type { galleryContract } from "../contract.ts";

export type Drawing = CallAnswer<(typeof galleryContract)["GET /class/{classId}/gallery"]>[number];
export type Comment = CallAnswer<
  (typeof galleryContract)["GET /class/{classId}/gallery/{id}/comments"]
>[number];

export interface DrawingPlace {
  readonly classId: string;
  readonly id: string;
}

const gallery = "gallery";
const pageSize = 24;
const start = { initialPageParam: undefined as string | undefined };
const following = { getNextPageParam: (page: { readonly next: string | undefined }) => page.next };

export const galleryQuery = (email: string, classId: string) =>
  infiniteQueryOptions({
    queryKey: [gallery, email, classId],
    queryFn: ({ pageParam }) =>
      api.page("GET /class/{classId}/gallery", {
        params: { classId },
        query: { limit: pageSize, cursor: pageParam },
      }),
    ...start,
    ...following,
  });

export const drawingQuery = (email: string, { classId, id }: DrawingPlace) =>
  queryOptions({
    queryKey: [gallery, email, classId, id],
    queryFn: () => api("GET /class/{classId}/gallery/{id}", { params: { classId, id } }),
  });

export const commentsQuery = (email: string, { classId, id }: DrawingPlace) =>
  infiniteQueryOptions({
    queryKey: [gallery, email, classId, id, "comments"],
    queryFn: ({ pageParam }) =>
      api.page("GET /class/{classId}/gallery/{id}/comments", {
        params: { classId, id },
        query: { limit: 50, cursor: pageParam },
      }),
    refetchInterval: 30_000,
    ...start,
    ...following,
  });

export const shownQuery = (email: string) =>
  infiniteQueryOptions({
    queryKey: [gallery, email, "shown"],
    queryFn: ({ pageParam }) => api.page("GET /drawings/shown", { query: { limit: 10, cursor: pageParam } }),
    ...start,
    ...following,
  });

export const ownCommentsQuery = (email: string) =>
  infiniteQueryOptions({
    queryKey: [gallery, email, "own comments"],
    queryFn: ({ pageParam }) => api.page("GET /comments", { query: { limit: 10, cursor: pageParam } }),
    ...start,
    ...following,
  });

export const blockedQuery = (email: string) =>
  queryOptions({ queryKey: [gallery, email, "blocked"], queryFn: () => api("GET /blocks") });

export const refetchGallery = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [gallery] });

/** For the next page: the drawing that is shown cannot be asked for again. */
export const outdateGallery = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [gallery], refetchType: "none" });
