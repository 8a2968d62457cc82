import type { CallAnswer } from "../../../../http/contract.ts";
import type { lessonsContract } from "../contract.ts";
import { filmTime, kindNames, lengthOf, lessonCount } from "../lesson-words.ts";
import { kindDrawings } from "./lesson-parts.tsx";
import { opensInZone } from "./opening-words.ts";

export type Outline = CallAnswer<(typeof lessonsContract)["GET /class/{id}/outline"]>;
type OutlineSection = Outline["sections"][number];

/** A longer outline starts with its first section open. */
const maxOpenLessons = 30;

interface OutlinePlace {
  readonly classId: string;
  /** ISO 8601; earlier openings are not shown. */
  readonly now: string;
  readonly hasPreviewLinks: boolean;
}

/** For loaders, so that the browser needs no script for the texts. Undefined without a lesson. */
export function outlineFacts(outline: Outline, { classId, now, hasPreviewLinks }: OutlinePlace) {
  if (outline.lessonCount === 0) return undefined;
  return {
    sum: [lessonCount(outline.lessonCount), filmTime(outline.seconds)].filter(Boolean).join(", "),
    sections: outline.sections.map((section, index) => ({
      _id: section._id,
      title: section.title,
      count: lessonCount(section.lessons.length),
      opening: openingOf(section, outline.timeZone, now),
      isOpen: index === 0 || outline.lessonCount <= maxOpenLessons,
      lessons: section.lessons.map((lesson) => ({
        _id: lesson._id,
        title: lesson.title,
        look: `is-${lesson.kind}${lesson.isPreview ? " is-preview" : ""}`,
        drawing: kindDrawings[lesson.kind],
        note: [kindNames[lesson.kind], lengthOf(lesson), !lesson.isRequired && "optional"]
          .filter(Boolean)
          .join(", "),
        preview:
          lesson.isPreview && hasPreviewLinks ? `/classes/${classId}/lessons/${lesson._id}` : undefined,
      })),
    })),
  };
}

function openingOf({ opens }: OutlineSection, timeZone: string | null, now: string) {
  if (opens === null || timeZone === null || new Date(String(opens)) <= new Date(now)) return undefined;
  return { at: new Date(String(opens)).toISOString(), words: opensInZone(opens, timeZone) };
}
