import type { ReactNode } from "react";
import { Icon } from "../../../../ui/icons.tsx";
import { type LessonStatus, lessonNote } from "../lesson-status.ts";
import "./lesson-note.css";

export function LessonNote({ status }: { readonly status: LessonStatus }): ReactNode {
  const note = lessonNote(status);
  return (
    note && (
      <p className="lesson-note">
        <Icon name="clock" />
        <span>{note}</span>
      </p>
    )
  );
}
