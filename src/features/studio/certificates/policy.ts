import { problemsOf } from "../../../platform/errors.ts";

/** Share of all video seconds, in a class without exercises. */
export const watchedPercent = 80;

export const maxNameLength = 80;
export const maxReasonLength = 500;

export const numberLength = 12;

interface CountedLesson {
  readonly kind: "video" | "text" | "exercise";
  readonly isDone: boolean;
  readonly isTicked: boolean;
  readonly isAccepted: boolean;
  readonly rounds: number;
  /** Of its video; 0 without one, or while unknown. */
  readonly seconds: number;
  readonly watched: number;
}

export interface Effort {
  readonly lessons: number;
  readonly done: number;
  /** Part of `done`. Missing in older certificates. */
  readonly ticked?: number | undefined;
  readonly exercises: number;
  readonly accepted: number;
  readonly rounds: number;
  readonly films: number;
  /** At least nine tenths of each. */
  readonly watchedThrough: number;
  readonly seconds: number;
  readonly watchedSeconds: number;
}

const sumOf = <Item>(items: readonly Item[], value: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);

const isWatchedThrough = ({ seconds, watched }: CountedLesson) => seconds > 0 && watched * 10 >= seconds * 9;

export function effortOf(lessons: readonly CountedLesson[]): Effort {
  const exercises = lessons.filter(({ kind }) => kind === "exercise");
  const films = lessons.filter(({ seconds }) => seconds > 0);
  return {
    lessons: lessons.length,
    done: lessons.filter(({ isDone }) => isDone).length,
    ticked: lessons.filter((lesson) => lesson.isTicked && !lesson.isAccepted && !isWatchedThrough(lesson))
      .length,
    exercises: exercises.length,
    accepted: exercises.filter(({ isAccepted }) => isAccepted).length,
    rounds: sumOf(exercises, ({ rounds }) => rounds),
    films: films.length,
    watchedThrough: films.filter(isWatchedThrough).length,
    seconds: sumOf(films, ({ seconds }) => seconds),
    watchedSeconds: sumOf(films, ({ watched }) => watched),
  };
}

/** All lessons done and every exercise accepted; without exercises, `watchedPercent` of all video. */
export function isFinished(effort: Effort): boolean {
  const { lessons, done, exercises, accepted, seconds, watchedSeconds } = effort;
  if (lessons === 0 || done < lessons) return false;
  return exercises > 0 ? accepted === exercises : watchedSeconds * 100 >= seconds * watchedPercent;
}

/** studying ─▶ on-its-way ─▶ issued ─▶ revoked */
export const certificateStates = ["studying", "on-its-way", "issued", "revoked"] as const;
export type CertificateState = (typeof certificateStates)[number];

export const problems = problemsOf({
  "404 certificate-not-found":
    "There's no certificate with this number. Check the twelve letters and digits.",
  "410 certificate-revoked": "This certificate was revoked. Its page says when.",
  "409 certificate-revoked-already": "This certificate has already been revoked. Reload to see when and why.",
});

export const messages = {
  noName: "Write the name for your certificate.",
  longName: `A name has at most ${maxNameLength} characters.`,
  nameCharacters: "Write the name on one line, without control characters.",
  noReason: "Say why. The student will read it, and it's kept in the audit log.",
} as const;

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/**
 * Exact numbers: a video that was only ticked off does not count as watched. The drawing has room for four, so what the others
 * say already comes last.
 */
export function effortWords(effort: Effort): string[] {
  const { lessons, ticked = 0, exercises, accepted, rounds, films, watchedThrough, watchedSeconds } = effort;
  return [
    `${plural(lessons, "lesson")} done${ticked > 0 ? `, ${ticked === lessons ? "all" : ticked} self-reported` : ""}`,
    ...(exercises > 0
      ? [`${accepted} of ${plural(exercises, "exercise")} accepted`, `${plural(rounds, "drawing")} handed in`]
      : []),
    ...(films > 0 ? [`${watchedThrough} of ${plural(films, "video")} watched`] : []),
    ...(watchedSeconds >= 60 ? [`${lengthInWords(watchedSeconds)} of video watched`] : []),
  ];
}

function lengthInWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/** `K3V9-T0QX-M2AR`, for reading aloud. */
export const spacedNumber = (number: string): string => number.replace(/(.{4})(?=.)/g, "$1-");

export const longDate = (date: Date): string =>
  date.toLocaleDateString("en-US", { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" });
