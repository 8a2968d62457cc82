import { queryOptions } from "@tanstack/react-query";
import { type Answer, apiQuery, refetchCalls } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";

export type Curriculum = Answer<"GET /curriculum/{classId}">;
export type Section = Curriculum["sections"][number];
export type TreeLesson = Section["lessons"][number];
export type EditedLesson = Answer<"GET /curriculum/{classId}/lesson/{id}">;
export type VideoInWork = NonNullable<EditedLesson["video"]>;

const videoPollMilliseconds = 3000;
const isInWork = (state: string | null | undefined): boolean => state === "uploaded" || state === "playable";

/** @param settled resolves once no order is being saved, which an older response would undo */
export const curriculumQuery = (classId: string, settled: () => Promise<void>) =>
  queryOptions({
    ...apiQuery("GET /curriculum/{classId}", { params: { classId } }),
    queryFn: async () => {
      await settled();
      return api("GET /curriculum/{classId}", { params: { classId } });
    },
    refetchInterval: ({ state: { data } }) =>
      data?.sections.some(({ lessons }) => lessons.some(({ videoState }) => videoState === "uploaded"))
        ? videoPollMilliseconds
        : false,
  });

export const lessonQuery = (classId: string, id: string) =>
  queryOptions({
    ...apiQuery("GET /curriculum/{classId}/lesson/{id}", { params: { classId, id } }),
    refetchInterval: ({ state: { data } }) => (isInWork(data?.video?.state) ? videoPollMilliseconds : false),
  });

export const refetchCurriculum = () => refetchCalls("GET /curriculum/{classId}");

/** By the lesson's id. Each saves what was typed, and resolves with whether all of it is saved. */
export const openDrafts = new Map<string, () => Promise<boolean>>();
