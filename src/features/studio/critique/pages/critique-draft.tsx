import { useEffect, useRef, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { readDraft, removeText, writeText } from "../../../../ui/kept-text.ts";
import { useMember } from "../../../../access/use-guard.ts";
import type { DrawnRound } from "./drawing-round.tsx";
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

const emptyDraft: CritiqueDraft = { text: "", pins: [], verdict: undefined };

/** Notes on pictures that the student has replaced are outdated; empty ones of them are dropped. */
export function pinsOn(
  { pictures }: Pick<DrawnRound, "pictures">,
  { pins }: CritiqueDraft,
): { readonly pins: readonly DraftPin[]; readonly outdated: readonly DraftPin[] } {
  const isHere = ({ pictureId }: DraftPin): boolean => pictures.some(({ _id }) => _id === pictureId);
  return {
    pins: pins.filter(isHere),
    outdated: pins.filter((pin) => !isHere(pin) && pin.text.trim() !== ""),
  };
}

/** The latest critiqued round, if the draft equals its critique, whose text the server has trimmed. */
export function sentRound(draft: CritiqueDraft, rounds: readonly DrawnRound[]): DrawnRound | undefined {
  const round = rounds.find(({ critique }) => critique);
  const sent = round?.critique;
  if (!sent) return undefined;
  const { pins } = pinsOn(round, draft);
  const isSent =
    sent.text === draft.text.trim() &&
    sent.verdict === draft.verdict &&
    sent.pins.length === pins.length &&
    sent.pins.every((pin, at) => pin.text === pins[at]?.text.trim());
  return isSent ? round : undefined;
}

export interface KeptDraft {
  readonly draft: CritiqueDraft;
  readonly edit: (change: Partial<CritiqueDraft>) => void;
  /** After sending for a round, notes on other pictures stay. */
  readonly forget: (sentFor?: DrawnRound) => void;
}

/** Stored until it is sent; stays on the page even if another tab has sent its own. */
export function useCritiqueDraft(submissionId: string): KeptDraft {
  const { email } = useMember().user;
  const key = `critique draft ${email} ${submissionId}`;
  const [draft, setDraft] = useState<CritiqueDraft>(() => ({
    ...emptyDraft,
    ...(readDraft(key, `critique draft ${submissionId}`) as Partial<CritiqueDraft> | undefined),
  }));
  const edit: KeptDraft["edit"] = (change) => {
    const next = { ...draft, ...change };
    setDraft(next);
    writeText(key, JSON.stringify(next));
  };
  return {
    draft,
    edit,
    forget: (sentFor) => {
      const pins = sentFor ? pinsOn(sentFor, draft).outdated : [];
      if (pins.length > 0) return edit({ ...emptyDraft, pins });
      removeText(key);
      setDraft(emptyDraft);
    },
  };
}

interface KeptWordsProps {
  readonly title: string;
  readonly text: string;
  readonly pins: readonly DraftPin[];
  readonly role?: "alert";
  readonly onDelete: () => void;
}

export function KeptWords({ title, text, pins, role, onDelete }: KeptWordsProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The field in which somebody was typing is gone.
    if (document.activeElement === document.body) section.current?.focus();
  }, []);
  if (text.trim() === "" && pins.length === 0) return null;
  return (
    <section
      ref={section}
      className="panel stack is-start kept-words"
      role={role}
      aria-labelledby="kept-words"
      tabIndex={-1}
    >
      <h2 id="kept-words" className="subheading">
        {title}
      </h2>
      {text && <p>{text}</p>}
      {pins.length > 0 && (
        <ul>
          {pins.map((pin) => (
            <li key={pin.key}>{pin.text}</li>
          ))}
        </ul>
      )}
      <Button look="quiet" size="small" onClick={onDelete}>
        {role ? "Delete them" : "Delete it"}
      </Button>
    </section>
  );
}
