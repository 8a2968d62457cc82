import { useEffect, useState, useSyncExternalStore } from "react";
import { api } from "../../../../access/session.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { type EditedLesson, openDrafts, refetchCurriculum } from "./curriculum-query.ts";
import { ApiError } from "../../../../http/client.ts";
import type { EditorKind } from "../../../school/classes/policy.ts";
import { failureText } from "../../../../ui/connection.ts";
import { type ReadonlyStore, createStore } from "../../../../ui/create-store.ts";
import { readDraft, removeText, writeText } from "../../../../ui/kept-text.ts";

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
  const { email } = useMember().user;
  const [draft] = useState(() => openDraft(email, classId, lesson));
  const now = useSyncExternalStore(draft.subscribe, draft.state, draft.state);
  useEffect(() => draft.see(savedDraftOf(lesson)), [draft, lesson]);
  const id = lesson._id;
  useEffect(() => {
    openDrafts.set(id, draft.flush);
    return () => {
      // Another lesson was chosen: the input is still saved. Until it is, its section can't be published.
      const close = async (): Promise<void> => {
        if ((await draft.flush()) && openDrafts.get(id) === draft.flush) openDrafts.delete(id);
      };
      void close();
    };
  }, [draft, id]);
  return {
    ...draft,
    now,
    isUnsaved: () => draft.state().step !== "saved",
    version: () => draft.state().version,
  };
}

function openDraft(email: string, classId: string, lesson: EditedLesson): Draft {
  const params = { classId, id: lesson._id };
  const key = `lesson draft ${email} ${lesson._id}`;
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
      read: () => (readDraft(key, `lesson draft ${lesson._id}`) as KeptDraft | null) ?? undefined,
      write: (kept) => writeText(key, JSON.stringify(kept)),
      remove: () => removeText(key),
    },
    later: (callback) => {
      const timer = setTimeout(callback, pause);
      return () => clearTimeout(timer);
    },
  });
}

export interface DraftText {
  readonly title: string;
  readonly body: string;
}
export interface SavedDraft extends DraftText {
  readonly version: number;
  readonly savedAt: Date;
  readonly editedBy?: EditorKind | null;
}

interface NewerDraft extends SavedDraft {
  readonly changed: readonly (keyof DraftText)[];
}

interface DraftState {
  readonly text: DraftText;
  readonly step: "saved" | "unsaved" | "saving" | "failed" | "conflict";
  readonly savedAt: Date;
  readonly version: number;
  readonly problem: string | undefined;
  readonly newest: NewerDraft | undefined;
}

interface KeptDraft extends DraftText {
  /** Of the text that was edited. */
  readonly version: number;
  /** That text, to tell whether somebody else has saved since. Drafts of an earlier version of the site lack it. */
  readonly base?: DraftText;
}

interface Dependencies {
  readonly save: (text: DraftText, version: number) => Promise<{ version: number; savedAt: Date }>;
  readonly fetchNewest: () => Promise<SavedDraft>;
  readonly storage: {
    readonly read: () => KeptDraft | undefined;
    readonly write: (draft: KeptDraft) => void;
    readonly remove: () => void;
  };
  /** Calls back after the pause; returns a function that cancels. */
  readonly later: (callback: () => void) => () => void;
}

interface Draft extends ReadonlyStore<DraftState> {
  readonly edit: (change: Partial<DraftText>) => void;
  /** Saves at once. Resolves with whether all input is saved. */
  readonly flush: () => Promise<boolean>;
  /** Merges the server's response; typed text stays. */
  readonly see: (newest: SavedDraft) => void;
  readonly resolve: (keep: "mine" | "theirs") => void;
}

/** Saves after a pause in typing. Until then, the text is kept in the browser. */
export function createDraft(opened: SavedDraft, { save, fetchNewest, storage, later }: Dependencies): Draft {
  let base = opened;
  const stored = storage.read();
  const restored = stored && !isSame(stored, opened) ? stored : undefined;
  // Its save had succeeded, and only the answer was lost.
  if (stored && !restored) storage.remove();
  if (restored) base = { ...opened, ...baseOf(restored, opened), version: restored.version };
  const { state, set, subscribe } = createStore<DraftState>({
    text: { title: (restored ?? opened).title, body: (restored ?? opened).body },
    step: restored ? "unsaved" : "saved",
    savedAt: opened.savedAt,
    version: base.version,
    problem: undefined,
    newest: undefined,
  });
  const change = (changes: Partial<DraftState>): void => set({ ...state(), ...changes });
  let cancel = (): void => {};
  let running: Promise<boolean> | undefined;

  const schedule = (): void => {
    cancel();
    cancel = later(() => void flush());
  };

  const keepText = (): void => {
    const { title, body, version } = base;
    storage.write({ ...state().text, version, base: { title, body } });
  };

  const send = async (): Promise<boolean> => {
    const { text } = state();
    change({ step: "saving", problem: undefined });
    try {
      const { version, savedAt } = await saveOnto(text);
      base = { ...text, version, savedAt };
      const isAll = isSame(state().text, text);
      const kept = storage.read();
      if (!isAll) keepText();
      // What an editor elsewhere couldn't save stays.
      else if (kept && isSame(kept, text)) storage.remove();
      change({ version, savedAt, step: isAll ? "saved" : "unsaved" });
      return isAll || send();
    } catch (error) {
      if (error instanceof Conflict) change({ step: "conflict", newest: error.newest });
      else change({ step: "failed", problem: problemOf(error) });
      return false;
    }
  };

  /** A newer version with the same text is no conflict: the video was replaced. */
  const saveOnto = async (text: DraftText): Promise<{ version: number; savedAt: Date }> => {
    for (;;) {
      try {
        return await save(text, base.version);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "lesson-changed-meanwhile")) throw error;
        const newest = await fetchNewest();
        if (isSame(newest, text)) return newest;
        if (!isSame(newest, base)) {
          const changed = (["title", "body"] as const).filter((name) => newest[name] !== base[name]);
          throw new Conflict({ ...newest, changed });
        }
        base = newest;
      }
    }
  };

  const flush = async (): Promise<boolean> => {
    cancel();
    if (running) return running;
    if (state().step === "saved") return true;
    if (state().step === "conflict") return false;
    running = send().finally(() => {
      running = undefined;
    });
    return running;
  };

  if (restored) schedule();

  return {
    state,
    subscribe,
    flush,
    edit: (edited) => {
      const { text, step } = state();
      const isBusy = step === "saving" || step === "conflict";
      change({ text: { ...text, ...edited }, ...(!isBusy && { step: "unsaved", problem: undefined }) });
      // Not only once a save fails: it may hang for minutes, and a phone may close the page.
      keepText();
      if (!isBusy) schedule();
    },
    see: (newest) => {
      if (newest.version <= base.version) return;
      const { step } = state();
      if (step === "saved") {
        base = newest;
        const { title, body, version, savedAt } = newest;
        change({ text: { title, body }, version, savedAt });
      } else if (step !== "saving" && isSame(newest, base)) {
        base = newest;
        change({ version: newest.version });
      }
    },
    resolve: (keep) => {
      const { newest } = state();
      if (!newest) return;
      base = newest;
      if (keep === "mine") {
        change({ step: "unsaved", version: newest.version, newest: undefined });
        void flush();
        return;
      }
      storage.remove();
      const { title, body, version, savedAt } = newest;
      change({ text: { title, body }, step: "saved", version, savedAt, newest: undefined });
    },
  };
}

/** Unlike any text if it is unknown, so that a newer version is a conflict. */
const baseOf = ({ version, base }: KeptDraft, opened: SavedDraft): DraftText =>
  base ?? (version === opened.version ? opened : { title: "\0", body: "\0" });

class Conflict extends Error {
  readonly newest: NewerDraft;

  constructor(newest: NewerDraft) {
    super("saved by somebody else");
    this.newest = newest;
  }
}

/** The server trims both. */
const isSame = (a: DraftText, b: DraftText): boolean =>
  a.title.trim() === b.title.trim() && a.body.trim() === b.body.trim();

const problemOf = (error: unknown): string =>
  (error instanceof ApiError && error.fields[0]?.message) || failureText(error);
