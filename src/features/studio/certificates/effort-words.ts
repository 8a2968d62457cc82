import type { Effort } from "./policy.ts";

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Exact numbers: a video that was only ticked off does not count as watched. */
export function effortWords(effort: Effort): string[] {
  const { lessons, ticked = 0, exercises, accepted, rounds, films, watchedThrough, watchedSeconds } = effort;
  return [
    ...(exercises > 0
      ? [`${accepted} of ${plural(exercises, "exercise")} accepted`, `${plural(rounds, "drawing")} handed in`]
      : []),
    ...(films > 0 ? [`${watchedThrough} of ${plural(films, "video")} watched`] : []),
    ...(watchedSeconds >= 60 ? [`${lengthInWords(watchedSeconds)} of video watched`] : []),
    `${plural(lessons, "lesson")} done${ticked > 0 ? `, ${ticked === lessons ? "all" : ticked} self-reported` : ""}`,
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
