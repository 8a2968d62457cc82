import { type Placeholder, and, eq } from "drizzle-orm";
import { lessonVersions, lessons, openedLessons } from "../lessons/tables.ts";
import { completedLessons, watching } from "./tables.ts";

/** Conditions that join a student's rows to `lessons`, and to the video of the joined `lessonVersions`. */
export const rowsOf = (studentId: string | Placeholder) => ({
  completed: and(eq(completedLessons.lessonId, lessons.id), eq(completedLessons.studentId, studentId)),
  opened: and(eq(openedLessons.lessonId, lessons.id), eq(openedLessons.studentId, studentId)),
  watching: and(
    eq(watching.lessonId, lessons.id),
    eq(watching.videoId, lessonVersions.videoId),
    eq(watching.studentId, studentId),
  ),
});
