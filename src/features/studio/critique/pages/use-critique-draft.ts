import { useState } from "react";
import type { Place } from "./pinned-picture.tsx";
import type { Verdict } from "../policy.ts";

export interface DraftPin extends Place {
  readonly key: number;
  readonly pictureId: string;
  readonly text: string;
}

export interface CritiqueDraft {
  readonly text: string;
  readonly pins: readonly DraftPin[];
  readonly verdict: Verdict | undefined;
}

const empty: CritiqueDraft = { text: "", pins: [], verdict: undefined };

export const isEmptyDraft = ({ text, pins }: CritiqueDraft): boolean =>
  text.trim() === "" && pins.length === 0;

export interface KeptDraft {
  readonly draft: CritiqueDraft;
  readonly edit: (change: Partial<CritiqueDraft>) => void;
  readonly forget: () => void;
}

/** Stored until it is sent; stays on the page even if another tab has sent its own. */
export function useCritiqueDraft(submissionId: string): KeptDraft {
  const key = `critique draft ${submissionId}`;
  const [draft, setDraft] = useState(() => read(key));
  return {
    draft,
    edit: (change) => {
      const next = { ...draft, ...change };
      setDraft(next);
      // A full storage must not stop the page.
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {}
    },
    forget: () => {
      localStorage.removeItem(key);
      setDraft(empty);
    },
  };
}

function read(key: string): CritiqueDraft {
  try {
    return { ...empty, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<CritiqueDraft>) };
  } catch {
    return empty;
  }
}
