export const lessonKinds = ["video", "text", "exercise"] as const;
export type LessonKind = (typeof lessonKinds)[number];

export const maxSections = 50;
export const maxLessons = 500;
export const maxMaterials = 20;
export const maxLength = { title: 120, body: 60_000, tools: 500 } as const;
export const maxPictures = 40;

export interface LessonAccess {
  readonly isPublished: boolean;
  readonly isRetired: boolean;
  readonly isPreview: boolean;
  readonly isClassApproved: boolean;
  /** Of its section; null: from the start. */
  readonly opensAt: Date | null;
}

export interface Viewer {
  /** The instructor of the class, or an admin. */
  readonly isStaff: boolean;
  readonly hasSeat: boolean;
  /** Before the lesson was retired. */
  readonly hasOpened: boolean;
}

export type Opening = "open" | "not-found" | "not-enrolled" | "opens-later";

/** Previews of approved classes are always open; retired lessons stay open to those who had opened them. */
export function mayOpenLesson(viewer: Viewer, lesson: LessonAccess, now: Date): Opening {
  if (viewer.isStaff) return "open";
  if (!lesson.isPublished) return "not-found";
  if (lesson.isRetired) return viewer.hasSeat && viewer.hasOpened ? "open" : "not-found";
  if (lesson.isPreview && lesson.isClassApproved) return "open";
  if (!viewer.hasSeat) return lesson.isClassApproved ? "not-enrolled" : "not-found";
  if (lesson.opensAt && lesson.opensAt > now) return "opens-later";
  return "open";
}

/** With fewer students, numbers of single lessons would identify someone. */
export const minStudents = 5;
