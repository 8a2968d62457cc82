import type { ReactNode, RefObject } from "react";
import { useLocation } from "react-router";
import { type Answer, refetchCalls } from "../../access/api-query.ts";
import { useMember } from "../../access/use-guard.ts";
import { LessonIcon, LessonText } from "../../features/classroom/lessons/pages/lesson-parts.tsx";
import { lengthOf } from "../../features/classroom/lessons/lesson-words.ts";
import { MaterialList } from "../../features/classroom/lessons/pages/material-list.tsx";
import {
  type WatchProgress,
  reportToServer,
} from "../../features/classroom/playback/pages/watch-reporter.ts";
import {
  openMediaSession,
  useMediaSession,
} from "../../features/classroom/playback/pages/media-session-query.ts";
import { WatchFrame } from "../../features/classroom/playback/pages/watch-frame.tsx";
import { rewind } from "../../features/classroom/progress/policy.ts";

type Lesson = Answer<"GET /class/{classId}/lesson/{id}">;

interface LessonBodyProps {
  readonly place: { readonly classId: string; readonly lessonId: string };
  readonly lesson: Lesson;
  /** Seconds into the video. */
  readonly position?: number;
  readonly noteWatched?: (videoId: string, progress: WatchProgress) => void;
  readonly atEnd?: ReactNode;
  readonly end?: RefObject<HTMLDivElement | null>;
  readonly children?: ReactNode;
}

export function LessonBody(props: LessonBodyProps) {
  const { place, lesson, position = 0, noteWatched, atEnd, end, children } = props;
  const { email } = useMember().user;
  const { classId, lessonId } = place;
  const { isPlaying }: { isPlaying?: unknown } = useLocation().state ?? {};
  const media = useMediaSession(lesson.video !== null || lesson.materials.length > 0);
  const { video } = lesson;
  const startAt = startOf(position, video?.seconds ?? null);
  const length = lengthOf({ kind: lesson.kind, seconds: video?.seconds ?? null });
  return (
    <>
      <p className="row quiet lesson-place">
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
            label={position === 0 ? "Watch" : startAt > 0 ? "Resume" : "Watch again"}
            startAt={startAt}
            isPlaying={isPlaying === true}
            atEnd={atEnd}
            showsPoster={lesson.isPreview || media.data === true}
            prepare={openMediaSession}
            {...(noteWatched && {
              createReporter: () =>
                reportToServer(email, { classId, lessonId, videoId: video._id }, (progress) =>
                  noteWatched(video._id, progress),
                ),
            })}
            onRefresh={() => void refetchCalls("POST /class/{classId}/lesson/{id}/opened")}
          />
          {video.lacksCaptions && (
            <p className="quiet is-small above-small">This video has no captions yet.</p>
          )}
        </div>
      )}
      {lesson.html !== "" &&
        (lesson.kind === "exercise" ? (
          <section className="panel lesson-exercise" aria-labelledby="exercise">
            <h2 id="exercise" className="subheading is-large">
              Your exercise
            </h2>
            <LessonText html={lesson.html} />
          </section>
        ) : (
          <LessonText html={lesson.html} />
        ))}
      <div className="lesson-end" ref={end} />
      <MaterialList
        classId={classId}
        lessonId={lessonId}
        materials={lesson.materials}
        prepare={openMediaSession}
      />
      {children}
    </>
  );
}

/** A little before the last position; from the start after the end. */
function startOf(position: number, seconds: number | null): number {
  const isAtEnd = seconds !== null && position >= seconds - rewind;
  return isAtEnd ? 0 : Math.max(0, position - rewind);
}
