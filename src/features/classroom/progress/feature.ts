import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { mapPage } from "../../../platform/keyset.ts";
import { defineFeature } from "../../feature.ts";
import { readClassProgress, listLearning, readLearning } from "./queries.ts";
import { completeLesson, openAsStudent, uncompleteLesson } from "./lesson-progress.ts";
import { progressContract } from "./contract.ts";
import { secondsOf, standingOf } from "./policy.ts";
import { reportWatched } from "./report-watched.ts";

function progressApi(context: AppContext): Handlers<typeof progressContract, CallerFor> {
  const { clock, db } = context;
  return {
    "GET /learning/{email}": async ({ caller, query }) =>
      mapPage(await listLearning(context, caller, query), ({ classId, lessons }) => ({
        classId,
        ...standingOf(lessons),
      })),
    "GET /learning/{email}/class/{classId}": async ({ caller, params: { classId } }) => {
      const { lessons, ...found } = await readLearning(context, caller, classId);
      const now = clock.now();
      return {
        classId,
        ...standingOf(lessons),
        ...found,
        sections: [...Map.groupBy(lessons, ({ sectionId }) => sectionId)].map(([id, inside]) => {
          const { sectionTitle = "", opens = null } = inside[0] ?? {};
          return {
            _id: id,
            title: sectionTitle,
            opens,
            isOpen: !opens || opens <= now,
            lessons: inside.map((lesson) => ({
              _id: lesson.id,
              title: lesson.title,
              kind: lesson.kind,
              isRequired: lesson.isRequired,
              isRetired: lesson.isRetired,
              isOpen: lesson.isOpen,
              seconds: secondsOf(lesson.milliseconds),
              posterOf: lesson.isOpen ? lesson.posterOf : null,
              posterAt: lesson.isOpen ? lesson.posterAt : null,
              isDone: lesson.isDone,
              watched: lesson.watched,
            })),
          };
        }),
      };
    },
    "POST /class/{classId}/lesson/{id}/opened": ({ caller, params }) =>
      openAsStudent(context, caller, params),
    "POST /class/{classId}/lesson/{id}/watched": ({ caller, params, body }) =>
      reportWatched(context, caller, params, body),
    "POST /class/{classId}/lesson/{id}/done": async ({ caller, params, body }) => ({
      isDone: await completeLesson(context, caller, params, body.how),
    }),
    "DELETE /class/{classId}/lesson/{id}/done": async ({ caller, params }) => ({
      isDone: await uncompleteLesson(context, caller, params),
    }),
    "GET /curriculum/{classId}/progress": async ({ caller, params }) => {
      const { lessons, ...totals } = await readClassProgress(db, caller, params.classId);
      return { ...totals, lessons: lessons.map(({ id, ...counts }) => ({ _id: id, ...counts })) };
    },
  };
}

export const progressFeature = defineFeature({
  name: "Progress",
  contract: progressContract,
  handlers: progressApi,
});
