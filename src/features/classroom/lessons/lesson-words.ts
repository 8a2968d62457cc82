import type { LessonKind } from "./policy.ts";

export const wordsPerMinute = 200;

export const kindNames: Readonly<Record<LessonKind, string>> = {
  video: "Video",
  text: "Text",
  exercise: "Exercise",
};

interface Length {
  readonly kind: LessonKind;
  readonly seconds: number | null;
  readonly words?: number;
}

/** "12 min", "3 min read"; undefined if unknown. */
export function lengthOf({ kind, seconds, words = 0 }: Length): string | undefined {
  if (seconds !== null) return minutes(seconds);
  if (words === 0 || kind !== "text") return undefined;
  return `${Math.ceil(words / wordsPerMinute)} min read`;
}

const minutes = (seconds: number): string =>
  seconds < 60 ? `${Math.max(1, Math.round(seconds))} sec` : `${Math.round(seconds / 60)} min`;

export function hoursAndMinutes(seconds: number): string {
  const total = Math.round(seconds / 60);
  if (total < 60) return minutes(seconds);
  const hours = Math.floor(total / 60);
  const rest = total % 60;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** Shorter videos don't add up to a selling point. */
const minNamedSeconds = 300;

/** "1 h 20 min of video"; undefined if too short. */
export const filmTime = (seconds: number): string | undefined =>
  seconds < minNamedSeconds ? undefined : `${hoursAndMinutes(seconds)} of video`;

/** "1 h 20 min 5 s". */
export function exactTime(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor((seconds % 3600) / 60), "min"],
    [seconds % 60, "s"],
  ] as const;
  const named = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return named.join(" ") || "0 s";
}

export const isoDuration = (seconds: number): string => `PT${Math.max(1, Math.round(seconds / 60))}M`;

export const lessonCount = (count: number): string => `${count} ${count === 1 ? "lesson" : "lessons"}`;
