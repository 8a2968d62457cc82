import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CallAnswer } from "../../http/contract.ts";
import { systemClock } from "../../platform/clock.ts";
import { api } from "../../access/session.ts";
import { untilNextOpening } from "../../features/classroom/lessons/pages/opening-words.ts";
import type { lessonsContract } from "../../features/classroom/lessons/contract.ts";
import type { progressContract } from "../../features/classroom/progress/contract.ts";

export type Standing = CallAnswer<(typeof progressContract)["GET /learning/{email}"]>[number];
export type ClassLearning = CallAnswer<(typeof progressContract)["GET /learning/{email}/class/{classId}"]>;
export type LearnedSection = ClassLearning["sections"][number];
export type LearnedLesson = LearnedSection["lessons"][number];
type Lesson = CallAnswer<(typeof lessonsContract)["GET /class/{classId}/lesson/{id}"]>;
type Progress = CallAnswer<(typeof progressContract)["POST /class/{classId}/lesson/{id}/opened"]>;
export type OpenedLesson = Lesson & { readonly progress: Progress };

const pageSize = 30;

/** Both lists have the same order and cursors. */
export const enrolledClassesQuery = (email: string) =>
  infiniteQueryOptions({
    queryKey: ["enrolled classes", email],
    queryFn: async ({ pageParam }) => {
      const input = { params: { email }, query: { limit: pageSize, cursor: pageParam } };
      const [enrolled, learning] = await Promise.all([
        api.page("GET /enrolled/classes/{email}", input),
        api("GET /learning/{email}", input),
      ]);
      const standings = new Map(learning.map((standing) => [standing.classId, standing]));
      return {
        rows: enrolled.rows.map((row) => ({ ...row, standing: standings.get(row.classId) })),
        next: enrolled.next,
      };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });

/** Asked again when the next section opens. */
export const classLearningQuery = (email: string, classId: string) =>
  queryOptions({
    queryKey: ["learning", email, classId],
    queryFn: () => api("GET /learning/{email}/class/{classId}", { params: { email, classId } }),
    refetchInterval: ({ state: { data } }) => untilNextOpening(data?.sections ?? [], systemClock.now()),
  });

/** Opening a lesson is noted, so that Continue leads back to it. */
export const lessonQuery = (email: string, classId: string, id: string) =>
  queryOptions({
    queryKey: ["lesson", email, classId, id],
    queryFn: async (): Promise<OpenedLesson> => {
      const params = { classId, id };
      const lesson = await api("GET /class/{classId}/lesson/{id}", { params });
      const progress = await api("POST /class/{classId}/lesson/{id}/opened", { params });
      return { ...lesson, progress };
    },
  });

export const submissionQuery = (email: string, classId: string, id: string) =>
  queryOptions({
    queryKey: ["submission", email, classId, id],
    queryFn: () => api("GET /class/{classId}/lesson/{id}/submission", { params: { classId, id } }),
    // A form with chosen pictures must not be replaced while it is filled in.
    refetchOnWindowFocus: ({ state: { data } }) => data?.mayHandIn !== true,
  });
