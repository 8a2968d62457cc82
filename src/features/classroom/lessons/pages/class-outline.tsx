import { Link } from "../../../../ui/link.tsx";
import { DrawnIcon, Icon } from "../../../../ui/icons.tsx";
import { type LessonStatus, lessonNote } from "../../../school/classes/lesson-status.ts";
import type { outlineFacts } from "./outline-facts.ts";
import "./class-outline.css";

interface ClassOutlineProps {
  readonly outline: ReturnType<typeof outlineFacts>;
  readonly instructorName: string;
  readonly lessonStatus: LessonStatus;
}

export function ClassOutline({ outline, instructorName, lessonStatus }: ClassOutlineProps) {
  if (!outline) {
    return (
      <p className="quiet">
        {lessonStatus === "retired"
          ? lessonNote(lessonStatus)
          : `Lessons aren’t out yet. You’ll see each one here as soon as ${instructorName} publishes it.`}
      </p>
    );
  }
  return (
    <>
      <p>{outline.sum}</p>
      <ol role="list" className="outline">
        {outline.sections.map(({ _id, title, count, opening, isOpen, lessons }) => (
          <li key={_id}>
            <details open={isOpen}>
              <summary>
                <h3>{title}</h3>
                <span>{count}</span>
              </summary>
              {opening && (
                <p>
                  <Icon name="clock" />
                  <time dateTime={opening.at}>{opening.words}</time>
                </p>
              )}
              <ol role="list" className="cluster strip">
                {lessons.map((lesson) => (
                  <li key={lesson._id} className={lesson.look}>
                    <span className="strip-panel">
                      <DrawnIcon drawing={lesson.drawing} />
                    </span>
                    {lesson.preview ? <Link to={lesson.preview}>{lesson.title}</Link> : lesson.title}
                    <small>
                      {lesson.preview && <b>Free preview</b>} {lesson.note}
                    </small>
                  </li>
                ))}
              </ol>
            </details>
          </li>
        ))}
      </ol>
    </>
  );
}
