import type { ReactNode } from "react";
import "./lesson-text.css";

/** Rendered by the server from Markdown, with user text escaped. */
export const LessonText = ({ html }: { readonly html: string }): ReactNode => (
  // oxlint-disable-next-line react/no-danger
  <div className="lesson-text" dangerouslySetInnerHTML={{ __html: html }} />
);
