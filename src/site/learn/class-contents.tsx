import { Link } from "react-router";
import { DashboardIcon } from "../../ui/dashboard-icon.tsx";
import { Icon } from "../../ui/icons.tsx";
import { LessonPicture } from "../../features/classroom/playback/pages/lesson-picture.tsx";
import { LessonIcon } from "../../features/classroom/lessons/pages/lesson-parts.tsx";
import { lengthOf } from "../../features/classroom/lessons/lesson-words.ts";
import { opensForReader } from "../../features/classroom/lessons/pages/opening-words.ts";
import type { LearnedLesson, LearnedSection } from "./learning-queries.ts";
import "./class-contents.css";

interface ClassContentsProps {
  readonly classId: string;
  readonly sections: readonly LearnedSection[];
  readonly headingLevel: "h2" | "h3";
  readonly currentId?: string;
}

export function ClassContents(props: ClassContentsProps) {
  const { classId, sections, headingLevel: Heading, currentId } = props;
  return (
    <ol role="list" className="stack contents">
      {sections.map(({ _id, title, opens, isOpen, lessons }) => (
        <li key={_id} className="panel">
          <Heading className="subheading is-small">{title}</Heading>
          {!isOpen && opens !== null && (
            <p className="row contents-opens">
              <Icon name="clock" />
              {opensForReader(opens)}
            </p>
          )}
          <ol role="list" className="ruled">
            {lessons.map((lesson) => (
              <LessonRow
                key={lesson._id}
                classId={classId}
                lesson={lesson}
                isCurrent={lesson._id === currentId}
              />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

interface LessonRowProps extends Pick<ClassContentsProps, "classId"> {
  readonly lesson: LearnedLesson;
  readonly isCurrent: boolean;
}

function LessonRow({ classId, lesson, isCurrent }: LessonRowProps) {
  const { _id, kind, title, isDone, isOpen, isRequired, isRetired } = lesson;
  const length = lengthOf(lesson);
  const notes = [length, !isRequired && "optional", isRetired && "no longer part of the class"].filter(
    Boolean,
  );
  return (
    <li className={isDone ? "is-done" : isOpen ? undefined : "is-closed"}>
      <span className="crop contents-panel">
        <LessonPicture classId={classId} lesson={lesson} file="thumbnail.webp" alt="Video:">
          <LessonIcon kind={kind} />
        </LessonPicture>
        {isDone ? <Icon name="check" /> : !isOpen && <DashboardIcon name="lock" />}
      </span>
      <span className="contents-title">
        {isOpen ? (
          <Link
            to={`/dashboard/enrolled-classes/${classId}/lessons/${_id}`}
            aria-current={isCurrent ? "page" : undefined}
          >
            {title}
          </Link>
        ) : (
          title
        )}
        {isDone && <span className="visually-hidden"> (done)</span>}
        {!isOpen && <span className="visually-hidden"> (not open yet)</span>}
        {notes.length > 0 && <span className="subline">{notes.join(", ")}</span>}
      </span>
    </li>
  );
}
