import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useRef, useState, type RefObject, useEffect } from "react";
import { Link, useParams } from "react-router";
import { codeOf } from "../../platform/error-code.ts";
import { Loading } from "../../ui/loading.tsx";
import { useMember } from "../../access/use-guard.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { failureText } from "../../ui/connection.ts";
import { toast } from "../../ui/toast.tsx";
import { refetchCalls } from "../../access/api-query.ts";
import { keepaliveApi } from "../../access/session.ts";
import { ClassContents } from "./class-contents.tsx";
import {
  type ClassLearning,
  type OpenedLesson,
  classLearningQuery,
  lessonQuery,
  submissionQuery,
} from "./learning-queries.ts";
import { LessonBody } from "./lesson-body.tsx";
import { LessonNeighbors, NextPanel, openLesson } from "./lesson-neighbors.tsx";
import "./lesson-page.css";

// Lazy, because most lessons open and are no exercises.
const LessonProblem = lazyPart(() => import("./lesson-problem.tsx"));
const ExerciseDrawings = lazyPart(() => import("./exercise-drawings.tsx"));
const LessonPreview = lazyPart(() => import("./lesson-preview.tsx"));

const opening = <Loading label="Opening the lesson" shape="sheet" />;

export const meta = () => [{ title: "Lesson · Senga" }];

export default function LessonPage() {
  const { user, role } = useMember();
  const { classId = "", lessonId = "" } = useParams();
  const place = { classId, lessonId };
  const learning = useQuery(classLearningQuery(user.email, classId));
  const listed = learning.data?.sections
    .flatMap(({ lessons }) => lessons)
    .find(({ _id }) => _id === lessonId);
  const lesson = useQuery({
    ...lessonQuery(classId, lessonId),
    enabled: listed?.isOpen === true,
  });
  const error = lesson.error ?? learning.error;
  if (role !== "student" && codeOf(learning.error) === "not-enrolled")
    return (
      <Suspense fallback={opening}>
        <LessonPreview place={place} />
      </Suspense>
    );
  const title = lesson.data?.title ?? listed?.title ?? "Lesson";
  return (
    <>
      <title>{`${title} · Senga`}</title>
      <nav className="breadcrumb lesson-crumbs" aria-label="Breadcrumb">
        <Link to="/dashboard/enrolled-classes">Enrolled Classes</Link> /{" "}
        <Link to={`/dashboard/enrolled-classes/${classId}`}>{lesson.data?.className ?? "Class"}</Link> /{" "}
        {title}
      </nav>
      <h1 tabIndex={-1}>{title}</h1>
      {lesson.data && learning.data ? (
        <OpenLesson key={lessonId} place={place} lesson={lesson.data} learning={learning.data} />
      ) : error || (learning.data && !listed?.isOpen) ? (
        <Suspense fallback={opening}>
          <LessonProblem
            place={place}
            learning={learning.data}
            error={error}
            onRetry={() => void (learning.error ? learning.refetch() : lesson.refetch())}
          />
        </Suspense>
      ) : (
        opening
      )}
    </>
  );
}

export interface LessonPlace {
  readonly classId: string;
  readonly lessonId: string;
}

function OpenLesson({
  place,
  lesson,
  learning,
}: {
  readonly place: LessonPlace;
  readonly lesson: OpenedLesson;
  readonly learning: ClassLearning;
}) {
  const { classId, lessonId } = place;
  const { setDone, noteWatched } = useCompletion(place);
  const end = useRef<HTMLDivElement>(null);
  const isExercise = lesson.kind === "exercise";
  useReadToEnd(end, lesson.kind === "text" && !lesson.progress.isDone, () => setDone(true, "read"));
  const next = openLesson(learning.sections, lesson.next);
  // An exercise is done once its drawing is accepted, or by the student's own tick.
  const onLeave = isExercise || lesson.progress.isDone ? undefined : () => void setDone(true, "ticked");
  const drawing = useQuery({ ...submissionQuery(classId, lessonId), enabled: isExercise });
  return (
    <div className="lesson-page">
      <article className="lesson-main">
        <LessonBody
          place={place}
          lesson={lesson}
          position={lesson.progress.position}
          noteWatched={noteWatched}
          atEnd={next && <NextPanel classId={classId} next={next} onLeave={onLeave} />}
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
              "This is just for you, so Continue moves on. For the exercise to count toward your certificate, your instructor has to accept your drawing."
            }
            onChange={(isDone) => setDone(isDone, "ticked")}
          />
        )}
        <LessonNeighbors classId={classId} lesson={lesson} sections={learning.sections} onLeave={onLeave} />
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

interface LessonDoneProps {
  readonly isDone: boolean;
  readonly hint?: string | false;
  readonly onChange: (isDone: boolean) => Promise<boolean | undefined>;
}

/** Shows the tick at once, until `isDone` follows; the server's response is final. */
function LessonDone({ isDone, hint, onChange }: LessonDoneProps) {
  const [ticked, setTicked] = useState<{ readonly was: boolean }>();
  const change = async (next: boolean): Promise<void> => {
    setTicked({ was: isDone });
    if ((await onChange(next)) !== next) setTicked(undefined);
  };
  if (ticked && ticked.was !== isDone) setTicked(undefined);
  const isTicked = ticked?.was === isDone ? !isDone : isDone;
  return (
    <label className="row lesson-done panel">
      <input type="checkbox" checked={isTicked} onChange={(event) => void change(event.target.checked)} />
      <span>
        Mark as done
        {hint && <span className="subline">{hint}</span>}
      </span>
    </label>
  );
}

function useCompletion({ classId, lessonId }: { readonly classId: string; readonly lessonId: string }) {
  const queries = useQueryClient();
  const { queryKey } = lessonQuery(classId, lessonId);

  const noteProgress = (progress: Partial<OpenedLesson["progress"]>): void => {
    const before = queries.getQueryData(queryKey);
    if (!before) return;
    queries.setQueryData(queryKey, { ...before, progress: { ...before.progress, ...progress } });
    if (progress.isDone === undefined || progress.isDone === before.progress.isDone) return;
    void refetchCalls("GET /learning/{email}/class/{classId}");
  };

  /** Ignores the progress of a video that was replaced. */
  const noteWatched = (videoId: string, progress: OpenedLesson["progress"]): void => {
    const isShown = queries.getQueryData(queryKey)?.video?._id === videoId;
    noteProgress(isShown ? progress : { isDone: progress.isDone });
  };

  /** Completes even if the page is closed. Returns the server's state; undefined on failure. */
  const setDone = async (isDone: boolean, how: "read" | "ticked"): Promise<boolean | undefined> => {
    const params = { classId, id: lessonId };
    try {
      const answer = isDone
        ? await keepaliveApi("POST /class/{classId}/lesson/{id}/done", { params, body: { how } })
        : await keepaliveApi("DELETE /class/{classId}/lesson/{id}/done", { params });
      noteProgress(answer);
      return answer.isDone;
    } catch (error) {
      if (how === "ticked") toast(failureText(error), "error");
      return undefined;
    }
  };

  return { noteWatched, setDone };
}

/** Milliseconds that the end must be in view. */
const restsAtEnd = 2000;
const triesAgainAfter = 15_000;

/**
 * Once per visit, so that it doesn't override a user who unticks the lesson. `onRead` answers undefined if the server
 * didn't learn of it.
 */
function useReadToEnd(
  end: RefObject<HTMLElement | null>,
  isWanted: boolean,
  onRead: () => Promise<boolean | undefined>,
): void {
  const hasRead = useRef(!isWanted);
  const tell = useRef(onRead);
  useEffect(() => {
    tell.current = onRead;
  }, [onRead]);
  useEffect(() => {
    const { current: element } = end;
    if (!element || hasRead.current) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const lookAgain = (): void => {
      observer.unobserve(element);
      observer.observe(element);
    };
    const note = async (): Promise<void> => {
      hasRead.current = true;
      if ((await tell.current()) !== undefined || isGone) return;
      hasRead.current = false;
      timer = setTimeout(lookAgain, triesAgainAfter);
    };
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (!entry?.isIntersecting || hasRead.current) return;
      timer = setTimeout(() => void note(), restsAtEnd);
    });
    observer.observe(element);
    return () => {
      isGone = true;
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [end]);
}
