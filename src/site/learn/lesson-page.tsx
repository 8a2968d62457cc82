import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useRef } from "react";
import { Link, useParams } from "react-router";
import { ApiError } from "../../http/client.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { failureText } from "../../ui/connection.ts";
import { EmptyPage, LoadFailure } from "../../ui/empty-page.tsx";
import { Loading } from "../../ui/loading.tsx";
import { useGuard } from "../../access/use-guard.ts";
import { opensForReader } from "../../features/classroom/lessons/pages/opening-words.ts";
import { ClassContents } from "./class-contents.tsx";
import {
  type ClassLearning,
  type OpenedLesson,
  classLearningQuery,
  lessonQuery,
  submissionQuery,
} from "./learning-queries.ts";
import { LessonBody } from "./lesson-body.tsx";
import { LessonDone } from "./lesson-done.tsx";
import { LessonNeighbors } from "./lesson-neighbors.tsx";
import { useCompletion } from "./use-completion.ts";
import { useReadToEnd } from "./use-read-to-end.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import "./lesson-page.css";

// Most lessons hold no exercise, and most viewers are students.
const ExerciseDrawings = lazyPart(() => import("./exercise-drawings.tsx"));
const LessonPreview = lazyPart(() => import("./lesson-preview.tsx"));

export const meta = () => [{ title: "Lesson · Senga" }];

export default function LessonPage(): ReactNode {
  const member = useGuard();
  const { classId = "", lessonId = "" } = useParams();
  if (!member) return null;
  const place = { email: member.user.email, classId, lessonId };
  return <Lesson place={place} isTeaching={member.role !== "student"} />;
}

interface LessonPlace {
  readonly email: string;
  readonly classId: string;
  readonly lessonId: string;
}

interface LessonProps {
  readonly place: LessonPlace;
  /** Or an admin. */
  readonly isTeaching: boolean;
}

function Lesson({ place, isTeaching }: LessonProps): ReactNode {
  const { email, classId, lessonId } = place;
  const learning = useQuery(classLearningQuery(email, classId));
  const listed = learning.data?.sections
    .flatMap(({ lessons }) => lessons)
    .find(({ _id }) => _id === lessonId);
  const lesson = useQuery({
    ...lessonQuery(classId, lessonId),
    // Asked only when the answer can be yes.
    enabled: listed?.isOpen === true,
  });
  const error = lesson.error ?? learning.error;
  if (isTeaching && codeOf(learning.error) === "not-enrolled")
    return (
      <Suspense fallback={<Loading label="Opening the lesson" shape="sheet" />}>
        <LessonPreview place={place} />
      </Suspense>
    );
  const title = lesson.data?.title ?? listed?.title ?? "Lesson";
  return (
    <>
      <title>{`${title} · Senga`}</title>
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <Link to="/dashboard/enrolled-classes">Enrolled Classes</Link> /{" "}
        <Link to={`/dashboard/enrolled-classes/${classId}`}>{lesson.data?.className ?? "Class"}</Link> /{" "}
        {title}
      </nav>
      <h1 tabIndex={-1}>{title}</h1>
      {lesson.data && learning.data ? (
        <OpenLesson key={lessonId} place={place} lesson={lesson.data} learning={learning.data} />
      ) : learning.data && listed?.isOpen !== true ? (
        <ClosedLesson classId={classId} learning={learning.data} lessonId={lessonId} />
      ) : error ? (
        <Failure
          place={place}
          error={error}
          onRetry={() => void (learning.error ? learning.refetch() : lesson.refetch())}
        />
      ) : (
        <Loading label="Opening the lesson" shape="sheet" />
      )}
    </>
  );
}

function OpenLesson({
  place,
  lesson,
  learning,
}: {
  readonly place: LessonPlace;
  readonly lesson: OpenedLesson;
  readonly learning: ClassLearning;
}): ReactNode {
  const { classId, lessonId } = place;
  const { setDone, noteWatched } = useCompletion(place);
  const end = useRef<HTMLDivElement>(null);
  const isExercise = lesson.kind === "exercise";
  useReadToEnd(end, lesson.kind === "text" && !lesson.progress.isDone, () => void setDone(true, "read"));
  const drawing = useQuery({ ...submissionQuery(classId, lessonId), enabled: isExercise });
  return (
    <div className="lesson-page">
      <article className="lesson-main">
        <LessonBody
          place={place}
          lesson={lesson}
          position={lesson.progress.position}
          noteWatched={noteWatched}
          end={end}
        >
          {isExercise && (
            <Suspense fallback={<Loading label="Loading your drawings" shape="sheet" count={1} />}>
              <ExerciseDrawings place={place} />
            </Suspense>
          )}
        </LessonBody>
        {drawing.data?.state !== "accepted" && (
          <LessonDone
            isDone={lesson.progress.isDone}
            hint={
              isExercise &&
              "Your own tick, so that Continue moves on. For the certificate, your instructor accepts the drawing."
            }
            onChange={(isDone) => setDone(isDone, "ticked")}
          />
        )}
        <LessonNeighbors classId={classId} lesson={lesson} sections={learning.sections} />
      </article>
      <nav className="lesson-contents" aria-label="Lessons of this class">
        <ClassContents
          classId={classId}
          sections={learning.sections}
          headingLevel="h2"
          currentId={lessonId}
        />
      </nav>
    </div>
  );
}

function ClosedLesson({
  classId,
  learning,
  lessonId,
}: {
  readonly classId: string;
  readonly learning: ClassLearning;
  readonly lessonId: string;
}): ReactNode {
  const section = learning.sections.find(({ lessons }) => lessons.some(({ _id }) => _id === lessonId));
  const toClass = (
    <ButtonLink to={`/dashboard/enrolled-classes/${classId}`}>See the lessons of this class</ButtonLink>
  );
  if (!section?.opens) {
    return (
      <EmptyPage action={toClass}>
        We couldn't find this lesson. It may have been taken out of the class.
      </EmptyPage>
    );
  }
  return (
    <EmptyPage action={toClass}>
      This lesson isn't open yet. <strong>{opensForReader(section.opens)}</strong>.
    </EmptyPage>
  );
}

const codeOf = (error: Error | null): string | undefined =>
  error instanceof ApiError ? error.code : undefined;

function Failure({
  place,
  error,
  onRetry,
}: {
  readonly place: LessonPlace;
  readonly error: Error;
  readonly onRetry: () => void;
}): ReactNode {
  const code = codeOf(error);
  if (code === "not-enrolled" || code === "lesson-needs-a-seat") {
    return (
      <>
        <EmptyPage action={<ButtonLink to={`/classes/${place.classId}`}>See the class</ButtonLink>}>
          This lesson is for the students of its class. Join the class to open it.
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
        We couldn't find this lesson. It may have been taken out of the class.
      </EmptyPage>
    );
  }
  return <LoadFailure onRetry={onRetry}>We couldn't open the lesson. {failureText(error)}</LoadFailure>;
}
