import { useQueryClient } from "@tanstack/react-query";
import { failureText } from "../../ui/connection.ts";
import { toast } from "../../ui/toast.ts";
import { refetchCalls } from "../../access/api-query.ts";
import { keepaliveApi } from "../../access/session.ts";
import { type OpenedLesson, lessonQuery } from "./learning-queries.ts";

/** What the page shows of a lesson follows what the server counted. */
export function useCompletion({
  classId,
  lessonId,
}: {
  readonly classId: string;
  readonly lessonId: string;
}) {
  const queries = useQueryClient();
  const { queryKey } = lessonQuery(classId, lessonId);

  const noteProgress = (progress: Partial<OpenedLesson["progress"]>): void => {
    const before = queries.getQueryData(queryKey);
    if (!before) return;
    queries.setQueryData(queryKey, { ...before, progress: { ...before.progress, ...progress } });
    if (progress.isDone === undefined || progress.isDone === before.progress.isDone) return;
    void refetchCalls("GET /learning/{email}/class/{classId}");
  };

  /** Of a video that another one may have replaced meanwhile: how far it was watched says nothing of the new one. */
  const noteWatched = (videoId: string, progress: OpenedLesson["progress"]): void => {
    const isShown = queries.getQueryData(queryKey)?.video?._id === videoId;
    noteProgress(isShown ? progress : { isDone: progress.isDone });
  };

  /** Whoever ticks a lesson and leaves at once has ticked it. Returns what the server made of it; undefined on failure. */
  const setDone = async (isDone: boolean, how: "read" | "ticked"): Promise<boolean | undefined> => {
    const params = { classId, id: lessonId };
    try {
      const answer = isDone
        ? await keepaliveApi("POST /class/{classId}/lesson/{id}/done", { params, body: { how } })
        : await keepaliveApi("DELETE /class/{classId}/lesson/{id}/done", { params });
      noteProgress(answer);
      return answer.isDone;
    } catch (error) {
      if (how === "ticked") toast(failureText(error), "error");
      return undefined;
    }
  };

  return { noteWatched, setDone };
}
