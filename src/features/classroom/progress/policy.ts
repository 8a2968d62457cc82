import { problemsOf } from "../../../platform/errors.ts";

export const completionKinds = ["watched", "read", "ticked", "accepted"] as const;
export type CompletionKind = (typeof completionKinds)[number];

/** Seconds between two reports of a player. */
export const reportEvery = 15;
/** A player reports each second once; students watch at up to twice the speed. */
export const maxSpeed = 2;
/** Seconds of grace for clocks and networks, deducted from the next report. */
export const grace = 5;
/** Widens `sent` by seconds, because segments don't end on whole seconds. */
export const sentMargin = 2;
/** Unused time of a report is available to later ones within these seconds, as from a queue. */
export const queueSeconds = 5;
export const doneShare = 0.9;
/** Seconds that Continue goes back, as a reminder. */
export const rewind = 3;
export const maxRanges = 200;
/** An admin may be a student of a class, its instructor can't. */
export const keepsProgress = ({ hasSeat, isOwn }: { hasSeat: boolean; isOwn: boolean }): boolean =>
  hasSeat && !isOwn;

/** Rounded down, so that a share never exceeds what was watched; null while unknown. */
export const secondsOf = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.max(1, Math.floor(milliseconds / 1000));

export const problems = problemsOf({
  "409 video-not-in-lesson": "This lesson shows another video. Reload the page to see it.",
});

interface LearnedLesson {
  readonly id: string;
  readonly title: string;
  readonly sectionTitle: string;
  readonly opens: Date | null;
  readonly isOpen: boolean;
  readonly isRequired: boolean;
  readonly isRetired: boolean;
  readonly isDone: boolean;
  readonly lastOpenedAt: Date | null;
  /** Seconds into the video. */
  readonly position: number;
}

interface Standing {
  readonly done: number;
  readonly required: number;
  readonly percent: number;
  readonly resume: {
    readonly lessonId: string;
    readonly title: string;
    readonly second: number;
    readonly isStarted: boolean;
  } | null;
  readonly opensNext: { readonly title: string; readonly opens: Date } | null;
}

export function standingOf(lessons: readonly LearnedLesson[]): Standing {
  const counted = lessons.filter(({ isRequired, isRetired }) => isRequired && !isRetired);
  const done = counted.filter(({ isDone }) => isDone).length;
  const next = lessonToResume(lessons);
  return {
    done,
    required: counted.length,
    percent: counted.length === 0 ? 0 : Math.floor((100 * done) / counted.length),
    resume: next && {
      lessonId: next.id,
      title: next.title,
      second: Math.max(next.position - rewind, 0),
      isStarted: lessons.some(({ lastOpenedAt }) => lastOpenedAt !== null),
    },
    opensNext: next ? null : sectionThatOpensNext(lessons),
  };
}

function lessonToResume(lessons: readonly LearnedLesson[]): LearnedLesson | null {
  const times = lessons.map(({ lastOpenedAt }) => lastOpenedAt?.getTime() ?? 0);
  const from = Math.max(times.indexOf(Math.max(...times)), 0);
  return [...lessons.slice(from), ...lessons.slice(0, from)].find(isToDo) ?? null;
}

const isToDo = ({ isOpen, isDone, isRetired }: LearnedLesson): boolean => isOpen && !isDone && !isRetired;

function sectionThatOpensNext(lessons: readonly LearnedLesson[]): Standing["opensNext"] {
  const later = lessons.flatMap(({ sectionTitle, opens, isOpen, isDone, isRetired }) =>
    opens && !isOpen && !isDone && !isRetired ? { title: sectionTitle, opens } : [],
  );
  return later.toSorted((a, b) => a.opens.getTime() - b.opens.getTime())[0] ?? null;
}
