import { DrawnIcon } from "../../../../ui/icons.tsx";
import { kindNames } from "../lesson-words.ts";
import type { LessonKind } from "../policy.ts";
import "./lesson-parts.css";

export const kindDrawings: Readonly<Record<LessonKind, string>> = {
  video: "M3 4.5h18v15H3ZM10 8.5v7l6-3.5Z",
  text: "M5 2.5h14v19H5ZM8.5 8h7M8.5 12h7M8.5 16h4",
  exercise: "m4 20 1-4.5L16.5 4l3.5 3.5L8.5 19ZM14 6.5 17.5 10",
};

export const LessonIcon = ({ kind }: { readonly kind: LessonKind }) => (
  <>
    <DrawnIcon drawing={kindDrawings[kind]} />
    <span className="visually-hidden">{kindNames[kind]}: </span>
  </>
);

/** The server renders it from Markdown, with user text escaped. */
export const LessonText = ({ html }: { readonly html: string }) => (
  // oxlint-disable-next-line react/no-danger
  <div className="lesson-text" dangerouslySetInnerHTML={{ __html: html }} />
);
