import type { Answer } from "../../../../access/api-query.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "../../../../ui/icons.tsx";
import { LessonIcon } from "./lesson-icon.tsx";
import { hoursAndMinutes, lengthOf, lessonCount } from "../lesson-words.ts";
import { opensInZone } from "./opening-words.ts";
import "./class-outline.css";

export type Outline = Answer<"GET /class/{id}/outline">;
type OutlineSection = Outline["sections"][number];
type OutlineLesson = OutlineSection["lessons"][number];

/** A longer outline starts with its first section open. */
const maxOpenLessons = 30;

interface ClassOutlineProps {
  readonly classId: string;
  readonly instructorName: string;
  readonly outline: Outline;
  /** ISO 8601; sections that opened before it name no opening. */
  readonly now: string;
  readonly hasPreviewLinks: boolean;
}

export function ClassOutline(props: ClassOutlineProps): ReactNode {
  const { classId, instructorName, outline, now, hasPreviewLinks } = props;
  if (outline.lessonCount === 0) {
    return (
      <p className="outline-empty">
        Lessons aren’t out yet. You’ll see each one here as soon as {instructorName} publishes it.
      </p>
    );
  }
  return (
    <>
      <p className="outline-sum">
        {lessonCount(outline.lessonCount)}
        {outline.seconds > 0 && `, ${hoursAndMinutes(outline.seconds)} of video`}
      </p>
      <ol role="list" className="outline">
        {outline.sections.map((section, index) => (
          <li key={section._id}>
            <details className="panel" open={index === 0 || outline.lessonCount <= maxOpenLessons}>
              <summary>
                <h3>{section.title}</h3>
                <span className="outline-count">{lessonCount(section.lessons.length)}</span>
              </summary>
              <Opening section={section} timeZone={outline.timeZone} now={now} />
              <ol role="list" className="outline-lessons">
                {section.lessons.map((lesson) => (
                  <LessonRow
                    key={lesson._id}
                    lesson={lesson}
                    to={
                      lesson.isPreview && hasPreviewLinks
                        ? `/classes/${classId}/lessons/${lesson._id}`
                        : undefined
                    }
                  />
                ))}
              </ol>
            </details>
          </li>
        ))}
      </ol>
    </>
  );
}

function Opening({
  section: { opens },
  timeZone,
  now,
}: {
  readonly section: OutlineSection;
  readonly timeZone: string | null;
  readonly now: string;
}): ReactNode {
  if (opens === null || timeZone === null || new Date(String(opens)) <= new Date(now)) return null;
  return (
    <p className="outline-opens">
      <Icon name="clock" />
      <time dateTime={new Date(String(opens)).toISOString()}>{opensInZone(opens, timeZone)}</time>
    </p>
  );
}

function LessonRow({
  lesson,
  to,
}: {
  readonly lesson: OutlineLesson;
  readonly to: string | undefined;
}): ReactNode {
  const length = lengthOf(lesson);
  return (
    <li>
      <LessonIcon kind={lesson.kind} />
      <span className="outline-title">
        {to ? (
          <Link to={to}>
            {lesson.title} <span className="outline-preview">Free preview</span>
          </Link>
        ) : (
          lesson.title
        )}
      </span>
      {length && <span className="outline-length">{length}</span>}
    </li>
  );
}
