import type { ReactNode } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { opensForReader } from "../../features/classroom/lessons/pages/opening-words.ts";
import type { LearnedSection, OpenedLesson } from "./learning-queries.ts";

interface LessonNeighborsProps {
  readonly classId: string;
  readonly lesson: Pick<OpenedLesson, "previous" | "next">;
  readonly sections: readonly LearnedSection[];
}

export function LessonNeighbors({
  classId,
  lesson: { previous, next },
  sections,
}: LessonNeighborsProps): ReactNode {
  const classPath = `/dashboard/enrolled-classes/${classId}`;
  const open = new Set(
    sections.flatMap(({ lessons }) => lessons.filter(({ isOpen }) => isOpen).map(({ _id }) => _id)),
  );
  return (
    <nav className="lesson-neighbors" aria-label="Previous and next lesson">
      {previous && open.has(previous._id) && (
        <Link to={`${classPath}/lessons/${previous._id}`} rel="prev">
          <Icon name="chevronLeft" />
          <span>
            <span className="visually-hidden">Previous lesson: </span>
            {previous.title}
          </span>
        </Link>
      )}
      {next && open.has(next._id) ? (
        <ButtonLink to={`${classPath}/lessons/${next._id}`} rel="next">
          <span>
            <span className="visually-hidden">Next lesson: </span>
            {next.title}
          </span>
          <Icon name="chevronRight" />
        </ButtonLink>
      ) : (
        <ButtonLink to={classPath} look="quiet">
          Back to the class
        </ButtonLink>
      )}
      {next && !open.has(next._id) && next.opens !== null && (
        <p>
          Next: {next.title}. {opensForReader(next.opens)}.
        </p>
      )}
    </nav>
  );
}
