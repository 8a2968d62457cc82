import type { ReactNode } from "react";
import { posterPath } from "./lesson-video.ts";
import { useMediaSession } from "./media-session-query.ts";

interface LessonPictureProps {
  readonly classId: string;
  readonly lesson: {
    readonly _id: string;
    readonly posterOf: string | null;
    readonly posterAt: number | null;
  };
  readonly file: "poster.webp" | "thumbnail.webp";
  /** Empty by default, because the title is beside it. */
  readonly alt?: string;
  /** For a lesson without a picture, and until there is a media session. */
  readonly children: ReactNode;
}

/** A frame of the lesson's video. */
export function LessonPicture(props: LessonPictureProps) {
  const { classId, lesson, file, alt = "", children } = props;
  const { _id: lessonId, posterOf: videoId, posterAt } = lesson;
  const media = useMediaSession(videoId !== null);
  return videoId && media.data ? (
    <img
      src={posterPath({ classId, lessonId, videoId }, posterAt, file)}
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  ) : (
    children
  );
}
