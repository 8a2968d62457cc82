import type { ReactNode } from "react";
import "./feedback-note.css";

interface FeedbackNoteProps {
  readonly title: string;
  readonly feedback: string;
  readonly children?: ReactNode;
}

export function FeedbackNote({ title, feedback, children }: FeedbackNoteProps): ReactNode {
  return (
    <aside className="feedback-beside" aria-label="Feedback">
      <h2>{title}</h2>
      <p className="feedback-beside-text">{feedback}</p>
      {children && <p>{children}</p>}
    </aside>
  );
}
