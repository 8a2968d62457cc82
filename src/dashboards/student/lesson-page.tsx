import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { Link, useParams } from "react-router";
import { ApiError } from "../../http/client.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { failureText } from "../../ui/connection.ts";
import { EmptyPage, LoadFailure } from "../../ui/empty-page.tsx";
import { Loading } from "../../ui/loading.tsx";
import { useGuard } from "../../features/accounts/use-guard.ts";
import { LessonText } from "../../features/lessons/lesson-text.tsx";
import { lengthOf } from "../../features/lessons/lesson-words.ts";
import { LessonIcon } from "../../features/lessons/lesson-icon.tsx";
import { MaterialList } from "../../features/lessons/material-list.tsx";
import { opensForReader } from "../../features/lessons/opening-words.ts";
import { openMediaSession, reportToServer } from "../../features/playback/report-to-server.ts";
import { WatchFrame } from "../../features/playback/watch-frame.tsx";
import { rewind } from "../../features/progress/policy.ts";
import { ClassContents } from "./class-contents.tsx";
import {
  type ClassLearning,
  type OpenedLesson,
  classLearningQuery,
  lessonQuery,
} from "./learning-queries.ts";
import { LessonDone } from "./lesson-done.tsx";
import { LessonNeighbors } from "./lesson-neighbors.tsx";
import { useCompletion } from "./use-completion.ts";
import { useReadToEnd } from "./use-read-to-end.ts";
import "./lesson-page.css";

export const meta = () => [{ title: "Lesson · Senga" }];

export default function LessonPage(): ReactNode {
  const member = useGuard();
  const { classId = "", lessonId = "" } = useParams();
  return member && <Lesson email={member.user.email} classId={classId} lessonId={lessonId} />;
}

interface LessonPlace {
  readonly email: string;
  readonly classId: string;
  readonly lessonId: string;
}

function Lesson(place: LessonPlace): ReactNode {
  const { email, classId, lessonId } = place;
  const learning = useQuery(classLearningQuery(email, classId));
  const listed = learning.data?.sections
    .flatMap(({ lessons }) => lessons)
    .find(({ _id }) => _id === lessonId);
  const lesson = useQuery({
    ...lessonQuery(email, classId, lessonId),
    // Asked only when the answer can be yes.
    enabled: listed?.isOpen === true,
  });
  const error = lesson.error ?? learning.error;
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
          classId={classId}
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
  const { email, classId, lessonId } = place;
  const queries = useQueryClient();
  const { setDone, noteProgress } = useCompletion(place);
  const media = useQuery({
    queryKey: ["media session", email],
    queryFn: openMediaSession,
    enabled: !lesson.isPreview && (lesson.video !== null || lesson.materials.length > 0),
    staleTime: 3_600_000,
  });
  const end = useRef<HTMLDivElement>(null);
  useReadToEnd(end, lesson.kind === "text" && !lesson.progress.isDone, () => void setDone(true, "read"));
  const { video } = lesson;
  const length = lengthOf({ kind: lesson.kind, seconds: video?.seconds ?? null });
  return (
    <div className="lesson-page">
      <article className="lesson-main">
        <p className="lesson-place">
          <LessonIcon kind={lesson.kind} />
          {lesson.sectionTitle}
          {length && `, ${length}`}
        </p>
        {video && (
          <div>
            <WatchFrame
              place={{ classId, lessonId, videoId: video._id }}
              video={video}
              title={lesson.title}
              label={lesson.progress.position > 0 ? "Go on watching" : "Watch"}
              startAt={startOf(lesson)}
              showsPoster={lesson.isPreview || media.isSuccess}
              prepare={async () => {
                if (!lesson.isPreview) await openMediaSession();
              }}
              createReporter={() =>
                reportToServer(email, { classId, lessonId, videoId: video._id }, noteProgress)
              }
              onRefresh={() =>
                void queries.invalidateQueries({ queryKey: ["lesson", email, classId, lessonId] })
              }
            />
            {video.lacksCaptions && <p className="lesson-hint">This video has no captions yet.</p>}
          </div>
        )}
        {lesson.html !== "" &&
          (lesson.kind === "exercise" ? (
            <section className="panel lesson-exercise" aria-labelledby="exercise">
              <h2 id="exercise">Your exercise</h2>
              <LessonText html={lesson.html} />
            </section>
          ) : (
            <LessonText html={lesson.html} />
          ))}
        <div ref={end} />
        <MaterialList classId={classId} lessonId={lessonId} materials={lesson.materials} />
        <LessonDone isDone={lesson.progress.isDone} onChange={(isDone) => setDone(isDone, "ticked")} />
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

/** A little before where they were; from the start again when they were at the end. */
function startOf({ progress: { position }, video }: OpenedLesson): number {
  const isAtEnd = video?.seconds != null && position >= video.seconds - rewind;
  return isAtEnd ? 0 : Math.max(0, position - rewind);
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

function Failure({
  classId,
  error,
  onRetry,
}: {
  readonly classId: string;
  readonly error: Error;
  readonly onRetry: () => void;
}): ReactNode {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === "not-enrolled" || code === "lesson-needs-a-seat") {
    return (
      <EmptyPage action={<ButtonLink to={`/classes/${classId}`}>See the class</ButtonLink>}>
        This lesson is for the students of its class. Join the class to open it.
      </EmptyPage>
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
