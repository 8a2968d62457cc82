import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { DrawnIcon, Icon } from "../../ui/icons.tsx";
import { kindDrawings } from "../../features/classroom/lessons/pages/lesson-parts.tsx";
import { opensForReader } from "../../features/classroom/lessons/pages/opening-words.ts";
import { kindNames, lengthOf } from "../../features/classroom/lessons/lesson-words.ts";
import { LessonPicture } from "../../features/classroom/playback/pages/lesson-picture.tsx";
import type { LearnedLesson, LearnedSection, OpenedLesson } from "./learning-queries.ts";

interface NextPanelProps {
  readonly classId: string;
  readonly next: LearnedLesson;
  /** Undefined: leaving the lesson doesn't finish it. */
  readonly onLeave: (() => void) | undefined;
}

interface LessonNeighborsProps extends Pick<NextPanelProps, "classId" | "onLeave"> {
  readonly lesson: Pick<OpenedLesson, "previous" | "next">;
  readonly sections: readonly LearnedSection[];
}

const pathOf = (classId: string, lessonId: string): string =>
  `/dashboard/enrolled-classes/${classId}/lessons/${lessonId}`;

export const openLesson = (
  sections: readonly LearnedSection[],
  lesson: { readonly _id: string } | null,
): LearnedLesson | undefined =>
  sections.flatMap(({ lessons }) => lessons).find(({ _id, isOpen }) => isOpen && _id === lesson?._id);

export function LessonNeighbors(props: LessonNeighborsProps) {
  const { classId, sections, onLeave } = props;
  const { previous, next } = props.lesson;
  const before = openLesson(sections, previous);
  const after = openLesson(sections, next);
  return (
    <nav className="bar lesson-neighbors" aria-label="Previous and next lesson">
      {after && <NextPanel classId={classId} next={after} onLeave={onLeave} />}
      {before && (
        <Link to={pathOf(classId, before._id)} rel="prev">
          <Icon name="chevronLeft" />
          <span>
            <span className="visually-hidden">Previous lesson: </span>
            {before.title}
          </span>
        </Link>
      )}
      {!after && (
        <ButtonLink to={`/dashboard/enrolled-classes/${classId}`} look="quiet">
          Back to the class
        </ButtonLink>
      )}
      {next?.opens && !after && (
        <p>
          Next: {next.title}. {opensForReader(next.opens)}.
        </p>
      )}
    </nav>
  );
}

/** The button also marks the previous lesson as done. */
export function NextPanel({ classId, next, onLeave }: NextPanelProps) {
  const { _id, kind, title } = next;
  return (
    <Link
      to={pathOf(classId, _id)}
      rel="next"
      className={`panel next-panel is-${kind}`}
      onClick={() => onLeave?.()}
    >
      <span className="crop next-picture">
        <LessonPicture classId={classId} lesson={next} file="poster.webp">
          <DrawnIcon drawing={kindDrawings[kind]} />
        </LessonPicture>
      </span>
      <span>
        <span className="warning">
          Next<span className="visually-hidden"> lesson: </span>
        </span>
        <strong>{title}</strong>
        <small className="fine">
          {[kindNames[kind], lengthOf(next), onLeave && "marks this lesson as done"]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </span>
      <Icon name="chevronRight" />
    </Link>
  );
}
