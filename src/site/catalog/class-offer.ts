import { seatsInWords } from "../../features/school/classes/pages/card-facts.ts";
import type { CatalogClass } from "../../features/school/classes/pages/class-card.tsx";
import { lessonNote } from "../../features/school/classes/lesson-status.ts";
import type { Outline } from "../../features/classroom/lessons/pages/outline-facts.ts";
import { filmTime, isoDuration, lessonCount } from "../../features/classroom/lessons/lesson-words.ts";
import { dayIn } from "../../ui/day.ts";
import { formatDate, zoneName } from "../../features/classroom/lessons/pages/opening-words.ts";
import { formatAmount } from "../../ui/price.tsx";

/** For loaders, so that the texts and drawings cost the browser no script. */
export const offerOf = (shown: CatalogClass, outline: Outline, critiqueDays: number | null, now: string) => ({
  seats: seatsInWords(shown.availableSeats),
  start: startOf(shown, now),
  note: lessonNote(shown.lessonStatus),
  full: shown.availableSeats === 0 ? whyFull(shown, outline, critiqueDays !== null) : undefined,
  refundableFrom: shown.lessonStatus === "upcoming" ? "the first lesson" : "purchase",
  included: includedIn(shown, outline, critiqueDays),
});

/** Undefined if there is nothing to start, or no seat. */
function startOf({ availableSeats, lessonStatus, startsOn, timeZone }: CatalogClass, now: string) {
  if (startsOn === null || timeZone === null)
    return availableSeats > 0 && lessonStatus === "published" ? "Start anytime, at your own pace" : undefined;
  const verb = startsOn > dayIn(timeZone, new Date(now)) ? "Starts" : "Started";
  return `${verb} ${formatDate(startsOn)} (${zoneName(timeZone)})`;
}

function whyFull({ instructorName }: CatalogClass, { sections }: Outline, isTaught: boolean): string {
  const hasExercises = sections.some(({ lessons }) => lessons.some(({ kind }) => kind === "exercise"));
  const reason =
    hasExercises && isTaught ? `${instructorName} critiques every drawing, so seats are limited. ` : "";
  return `${reason}A seat opens up when a student withdraws.`;
}

const drawings = {
  brush: "m13.5 10.5 6-7.5 1.5 1.5-7.5 6ZM13.5 10.5c2 3-1 9-10.5 10 2-2 1-5 3-7.5 2-2.3 5-2.8 7.5-2.5Z",
  pen: "m4 20 1-4.5L16.5 4l3.5 3.5L8.5 19ZM14 6.5 17.5 10",
  sheet: "M5 2.5h14v19H5ZM8.5 8h7M8.5 12h7M8.5 16h4",
  frame: "M3 4h18v16H3ZM6.5 7.5h11v9h-11ZM6.5 15l3.5-3.5 2.5 2.5 2-2 3 3",
  seal: "M6 9a6 6 0 1 0 12 0 6 6 0 1 0-12 0M8.5 14.2 7 22l5-2.5 5 2.5-1.5-7.8",
} as const;

function includedIn(
  { instructorName }: CatalogClass,
  { lessonCount: lessons, materialCount, seconds, sections }: Outline,
  critiqueDays: number | null,
) {
  if (lessons === 0) return [];
  const inside = sections.flatMap((section) => section.lessons);
  const exercises = inside.filter(({ kind }) => kind === "exercise").length;
  const days = critiqueDays === 1 ? "a day" : `${critiqueDays} days`;
  const critiqued = critiqueDays === null ? "" : ` with a critique by ${instructorName} within ${days}`;
  const lines = [
    { drawing: drawings.brush, text: [lessonCount(lessons), filmTime(seconds)].filter(Boolean).join(", ") },
    exercises > 0 && {
      drawing: drawings.pen,
      text:
        exercises === 1
          ? `1 exercise${critiqued && `,${critiqued}`}`
          : `${exercises} exercises${critiqued && `, each${critiqued}`}`,
    },
    materialCount > 0 && {
      drawing: drawings.sheet,
      text: materialCount === 1 ? "1 worksheet or file" : `${materialCount} worksheets and files`,
    },
    exercises > 0 && { drawing: drawings.frame, text: "A class gallery for your drawings" },
    inside.some(({ isRequired }) => isRequired) && {
      drawing: drawings.seal,
      text: "A certificate when you finish",
    },
  ];
  return lines.filter((line) => line !== false);
}

/** A search result shows about 160 characters. */
function firstSentences({ description }: Pick<CatalogClass, "description">): string | undefined {
  const text = description.replace(/\s+/g, " ").trim();
  if (text.length <= 160) return text || undefined;
  return `${text.slice(0, 159).replace(/\s\S*$/, "")}…`;
}

/** https://schema.org/Course, for loaders. */
export const courseOf = (origin: string, shown: CatalogClass, outline: Outline) => ({
  "@type": "Course",
  name: shown.className,
  description: firstSentences(shown) ?? `A ${shown.level} drawing class with ${shown.instructorName}.`,
  url: `${origin}/classes/${shown._id}`,
  image: `${origin}/share/class/${shown._id}.png`,
  educationalLevel: shown.level,
  ...(shown.topics.length > 0 && { about: shown.topics }),
  provider: { "@type": "Organization", name: "Senga", url: origin },
  offers: {
    "@type": "Offer",
    category: "Paid",
    price: formatAmount(shown.price).replaceAll(",", ""),
    priceCurrency: "USD",
    availability: `https://schema.org/${availabilityOf(shown)}`,
  },
  ...(outline.sections.length > 0 && { syllabusSections: outline.sections.map(syllabusOf) }),
  hasCourseInstance: {
    "@type": "CourseInstance",
    courseMode: "Online",
    instructor: { "@type": "Person", name: shown.instructorName },
    ...(outline.seconds > 0 && { courseWorkload: isoDuration(outline.seconds) }),
    ...(outline.startsOn !== null && { startDate: outline.startsOn }),
  },
});

const availabilityOf = ({ availableSeats, lessonStatus }: CatalogClass): string =>
  availableSeats === 0 ? "SoldOut" : lessonStatus === "published" ? "InStock" : "PreOrder";

function syllabusOf({ title, lessons }: Outline["sections"][number]) {
  const seconds = lessons.reduce((sum, lesson) => sum + (lesson.seconds ?? 0), 0);
  return {
    "@type": "Syllabus",
    name: title,
    description: `${lessonCount(lessons.length)}: ${lessons.map((lesson) => lesson.title).join(", ")}`,
    ...(seconds > 0 && { timeRequired: isoDuration(seconds) }),
  };
}
