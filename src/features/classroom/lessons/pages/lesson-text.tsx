import "./lesson-text.css";

/** The server renders it from Markdown, with user text escaped. */
export const LessonText = ({ html }: { readonly html: string }) => (
  // oxlint-disable-next-line react/no-danger
  <div className="lesson-text" dangerouslySetInnerHTML={{ __html: html }} />
);
