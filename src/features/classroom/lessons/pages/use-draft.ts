import { useEffect, useState, useSyncExternalStore } from "react";
import { api } from "../../../../access/session.ts";
import { type Draft, type DraftState, type SavedDraft, createDraft } from "./create-draft.ts";
import { type EditedLesson, refetchCurriculum } from "./curriculum-query.ts";

const pause = 2000;

export interface MountedDraft extends Omit<Draft, "state" | "subscribe"> {
  readonly now: DraftState;
  readonly isUnsaved: () => boolean;
  /** Current even within a handler that awaited the save. */
  readonly version: () => number;
}

const savedDraftOf = ({ draft, version, savedAt, editedBy }: EditedLesson): SavedDraft => ({
  title: draft.title,
  body: draft.body,
  version,
  savedAt: new Date(String(savedAt)),
  editedBy,
});

export function useDraft(classId: string, lesson: EditedLesson): MountedDraft {
  const [draft] = useState(() => openDraft(classId, lesson));
  const now = useSyncExternalStore(draft.subscribe, draft.state, draft.state);
  useEffect(() => draft.see(savedDraftOf(lesson)), [draft, lesson]);
  // Another lesson was chosen: the input is still saved.
  useEffect(() => () => void draft.flush(), [draft]);
  return {
    ...draft,
    now,
    isUnsaved: () => draft.state().step !== "saved",
    version: () => draft.state().version,
  };
}

function openDraft(classId: string, lesson: EditedLesson): Draft {
  const params = { classId, id: lesson._id };
  const key = `lesson draft ${lesson._id}`;
  return createDraft(savedDraftOf(lesson), {
    save: async ({ title, body }, version) => {
      const saved = await api("PATCH /curriculum/{classId}/lesson/{id}", {
        params,
        body: { title, body, version },
      });
      void refetchCurriculum();
      return { version: saved.version, savedAt: new Date(String(saved.savedAt)) };
    },
    fetchNewest: async () => savedDraftOf(await api("GET /curriculum/{classId}/lesson/{id}", { params })),
    storage: {
      read: () => {
        try {
          return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
        } catch {
          return undefined;
        }
      },
      // A full storage must not stop the page.
      write: (kept) => {
        try {
          localStorage.setItem(key, JSON.stringify(kept));
        } catch {}
      },
      remove: () => localStorage.removeItem(key),
    },
    later: (callback) => {
      const timer = setTimeout(callback, pause);
      return () => clearTimeout(timer);
    },
  });
}
