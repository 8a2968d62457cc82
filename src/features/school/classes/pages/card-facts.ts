import { systemClock } from "../../../../platform/clock.ts";
import { dayIn } from "../../../../ui/day.ts";
import { lessonStamp } from "../lesson-status.ts";
import type { CardFacts, CatalogClass } from "./class-card.tsx";

/** For loaders: the document embeds neither descriptions nor the scripts that word them. */
export const cardFacts = (item: CatalogClass): CardFacts => {
  const { _id, className, instructorName, availableSeats, price, image, picture } = item;
  const line = [
    item.level.slice(0, 1).toUpperCase() + item.level.slice(1),
    counted(item.lessonCount, "lesson"),
    counted(item.exerciseCount, "critique"),
  ];
  return {
    _id,
    className,
    instructorName,
    availableSeats,
    price,
    image,
    picture,
    line: line.filter(Boolean).join(" · "),
    seats: seatsInWords(availableSeats),
    mark: markOf(item, systemClock.now()),
  };
};

const counted = (count: number, noun: string): string =>
  count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Milliseconds since its approval. */
const newFor = 30 * 86_400_000;

/** Pencil: not open yet; ink: over; tone: new. */
function markOf(item: CatalogClass, now: Date): CardFacts["mark"] {
  const { availableSeats, lessonStatus, approved, startsOn, timeZone } = item;
  if (availableSeats === 0) return { text: "Full", look: "mark is-ink" };
  const missing = lessonStamp(lessonStatus);
  if (missing) return { text: missing, look: "mark is-pencil" };
  if (startsOn !== null && timeZone !== null && startsOn > dayIn(timeZone, now))
    return { text: `Opens ${formatDay(startsOn)}`, look: "mark is-pencil" };
  // Serialized dates are strings.
  const isNew = approved !== null && now.getTime() - new Date(String(approved)).getTime() < newFor;
  return isNew ? { text: "New", look: "mark is-tone" } : undefined;
}

const formatDay = (date: string): string =>
  new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );

export function seatsInWords(seats: number): string {
  if (seats === 0) return "No seats left";
  return seats === 1 ? "1 seat available" : `${seats} seats available`;
}
