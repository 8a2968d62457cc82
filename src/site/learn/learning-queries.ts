import { queryOptions } from "@tanstack/react-query";
import { systemClock } from "../../platform/clock.ts";
import { type Answer, type Row, apiQuery, callKey, listQuery } from "../../access/api-query.ts";
import { api } from "../../access/session.ts";
import { untilNextOpening } from "../../features/classroom/lessons/pages/opening-words.ts";

export type Standing = Row<"GET /learning/{email}">;
export type ClassLearning = Answer<"GET /learning/{email}/class/{classId}">;
export type LearnedSection = ClassLearning["sections"][number];
export type LearnedLesson = LearnedSection["lessons"][number];
export type OpenedLesson = Answer<"GET /class/{classId}/lesson/{id}"> & {
  readonly progress: Answer<"POST /class/{classId}/lesson/{id}/opened">;
};

const pageSize = 30;

/** Both lists have the same order and cursors. */
export const enrolledClassesQuery = (email: string) =>
  listQuery(callKey("GET /enrolled/classes/{email}", email), async (cursor) => {
    const input = { params: { email }, query: { limit: pageSize, cursor } };
    const [enrolled, learning] = await Promise.all([
      api.page("GET /enrolled/classes/{email}", input),
      api("GET /learning/{email}", input),
    ]);
    const standings = new Map(learning.map((standing) => [standing.classId, standing]));
    return {
      rows: enrolled.rows.map((row) => ({ ...row, standing: standings.get(row.classId) })),
      next: enrolled.next,
    };
  });

/** Refetched when the next section opens. */
export const classLearningQuery = (email: string, classId: string) =>
  queryOptions({
    ...apiQuery("GET /learning/{email}/class/{classId}", { params: { email, classId } }),
    refetchInterval: ({ state: { data } }) => untilNextOpening(data?.sections ?? [], systemClock.now()),
  });

/** Opening a lesson is recorded, so that Continue leads back to it. */
export const lessonQuery = (classId: string, id: string) =>
  queryOptions({
    queryKey: callKey("POST /class/{classId}/lesson/{id}/opened", { classId, id }),
    queryFn: async (): Promise<OpenedLesson> => {
      const params = { classId, id };
      const lesson = await api("GET /class/{classId}/lesson/{id}", { params });
      const progress = await api("POST /class/{classId}/lesson/{id}/opened", { params });
      return { ...lesson, progress };
    },
  });

export const submissionQuery = (classId: string, id: string) =>
  queryOptions({
    ...apiQuery("GET /class/{classId}/lesson/{id}/submission", { params: { classId, id } }),
    // A form with chosen pictures must not be replaced while it is filled in.
    refetchOnWindowFocus: ({ state: { data } }) => data?.mayHandIn !== true,
  });
