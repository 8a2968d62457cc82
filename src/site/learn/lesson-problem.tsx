import { Suspense } from "react";
import { ApiError } from "../../http/client.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { failureText } from "../../ui/connection.ts";
import { EmptyPage, LoadFailure } from "../../ui/empty-page.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { opensForReader } from "../../features/classroom/lessons/pages/opening-words.ts";
import type { ClassLearning } from "./learning-queries.ts";
import type { LessonPlace } from "./lesson-page.tsx";

const ExerciseDrawings = lazyPart(() => import("./exercise-drawings.tsx"));

interface LessonProblemProps {
  readonly place: LessonPlace;
  /** Undefined: it couldn't be loaded. */
  readonly learning: ClassLearning | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

export default function LessonProblem({ place, learning, error, onRetry }: LessonProblemProps) {
  const { classId, lessonId } = place;
  const toClass = (
    <ButtonLink to={`/dashboard/enrolled-classes/${classId}`}>See the lessons of this class</ButtonLink>
  );
  const section = learning?.sections.find(({ lessons }) => lessons.some(({ _id }) => _id === lessonId));
  if (learning && !error) {
    return (
      <EmptyPage action={toClass}>
        {section?.opens ? (
          <>
            This lesson isn’t open yet. <strong>{opensForReader(section.opens)}</strong>.
          </>
        ) : (
          gone
        )}
      </EmptyPage>
    );
  }
  if (error instanceof ApiError && (error.code === "not-enrolled" || error.code === "lesson-needs-a-seat")) {
    return (
      <>
        <EmptyPage action={<ButtonLink to={`/classes/${classId}`}>See the class</ButtonLink>}>
          This lesson is for students in its class. Join the class to open it.
        </EmptyPage>
        <Suspense>
          <ExerciseDrawings place={place} isFormer />
        </Suspense>
      </>
    );
  }
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <EmptyPage action={<ButtonLink to="/dashboard/enrolled-classes">Enrolled Classes</ButtonLink>}>
        {gone}
      </EmptyPage>
    );
  }
  return <LoadFailure onRetry={onRetry}>We couldn’t open the lesson. {failureText(error)}</LoadFailure>;
}

const gone = "We couldn’t find this lesson. It may have been removed from the class.";
