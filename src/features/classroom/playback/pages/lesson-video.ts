import type { Answer } from "../../../../access/api-query.ts";

type Lesson = Answer<"GET /class/{classId}/lesson/{id}">;
export type LessonVideo = NonNullable<Lesson["video"]>;

export interface VideoPlace {
  readonly classId: string;
  readonly lessonId: string;
  readonly videoId: string;
}

export const mediaPath = ({ classId, lessonId, videoId }: VideoPlace, file: string): string =>
  `/media/${classId}/${lessonId}/${videoId}/${file}`;

/** Another frame has another URL, because browsers cache pictures. */
export const posterPath = (
  place: VideoPlace,
  posterAt: number | null,
  file: "poster.webp" | "thumbnail.webp" = "poster.webp",
): string => mediaPath(place, `${file}?v=${posterAt}`);

export function timeOf(second: number): string {
  const whole = Math.floor(second);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const padded = String(seconds).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${padded}` : `${minutes}:${padded}`;
}
