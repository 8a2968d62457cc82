import type { ReactNode } from "react";
import { useImageFailure } from "../../../../ui/use-image-failure.ts";
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
  /** For a lesson without a picture, until there is a media session, and if the picture fails. */
  readonly children: ReactNode;
}

/** A frame of the lesson's video. */
export function LessonPicture(props: LessonPictureProps) {
  const { classId, lesson, file, alt = "", children } = props;
  const { _id: lessonId, posterOf: videoId, posterAt } = lesson;
  const media = useMediaSession(videoId !== null);
  const src = videoId && media.data ? posterPath({ classId, lessonId, videoId }, posterAt, file) : undefined;
  const { hasFailed, image } = useImageFailure(src);
  return src && !hasFailed ? (
    <img src={src} alt={alt} loading="lazy" decoding="async" {...image} />
  ) : (
    children
  );
}
