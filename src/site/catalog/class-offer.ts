import type { CatalogClass } from "../../features/school/classes/pages/class-card.tsx";
import { lessonNote } from "../../features/school/classes/lesson-status.ts";
import type { Outline } from "../../features/classroom/lessons/pages/class-outline.tsx";
import { dayIn, formatDate, zoneName } from "../../features/classroom/lessons/pages/opening-words.ts";

/** What the price panel says; loaders call it, so that its words cost the browser no script. */
export const offerOf = (shown: CatalogClass, outline: Outline, now: string) => ({
  start: startOf(shown, outline, now),
  note: lessonNote(shown.lessonStatus),
  refundableFrom: shown.lessonStatus === "upcoming" ? "the first lesson" : "purchase",
});

/** Undefined where there is nothing to start, or no seat to start from. */
function startOf(
  { availableSeats, lessonStatus }: CatalogClass,
  { startsOn, timeZone }: Outline,
  now: string,
): string | undefined {
  if (startsOn === null || timeZone === null)
    return availableSeats > 0 && lessonStatus === "published"
      ? "Start any time, at your own pace"
      : undefined;
  const verb = startsOn > dayIn(timeZone, new Date(now)) ? "Starts" : "Started";
  return `${verb} ${formatDate(startsOn)} (${zoneName(timeZone)})`;
}
