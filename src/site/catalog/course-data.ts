import type { CatalogClass } from "../../features/school/classes/pages/class-card.tsx";
import type { Outline } from "../../features/classroom/lessons/pages/outline-facts.ts";
import { isoDuration, lessonCount } from "../../features/classroom/lessons/lesson-words.ts";
import { formatAmount } from "../../ui/price.tsx";

/** A search result shows about 160 characters. */
function firstSentences({ description }: Pick<CatalogClass, "description">): string | undefined {
  const text = description.replace(/\s+/g, " ").trim();
  if (text.length <= 160) return text || undefined;
  return `${text.slice(0, 159).replace(/\s\S*$/, "")} …`;
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
