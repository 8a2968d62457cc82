import { problemsOf } from "../../../platform/errors.ts";

export const lessonKinds = ["video", "text", "exercise"] as const;
export type LessonKind = (typeof lessonKinds)[number];

export const maxSections = 50;
export const maxLessons = 500;
export const maxMaterials = 20;
export const maxLength = { title: 120, body: 60_000, tools: 500 } as const;
export const maxPictures = 40;
/** Days between the first day of a cohort and the opening of a section. */
export const maxOpensAfterDays = 730;

interface LessonAccess {
  readonly isPublished: boolean;
  readonly isRetired: boolean;
  readonly isPreview: boolean;
  readonly isClassApproved: boolean;
  /** Of its section; null: from the start. */
  readonly opensAt: Date | null;
}

interface Viewer {
  /** The instructor of the class, or an admin. */
  readonly isStaff: boolean;
  readonly hasSeat: boolean;
  /** Before the lesson was retired. */
  readonly hasOpened: boolean;
}

type Opening = "open" | "not-found" | "not-enrolled" | "opens-later";

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

/** The editor shows it before it is published. */
export const textTooComplex =
  "This text can't be shown: its quotes, lists or brackets are nested too deeply, or its tables are too large. Make them simpler, then publish it again.";

/** The editor's placeholder; it stays if a reload interrupts the upload. */
export const isAwaitingPicture = (text: string): boolean => /!\[Uploading [^\]]*…\]\(\)/.test(text);
export const pictureMissing = "A picture is still uploading. Wait for it, or delete its line from the text.";

export const problems = problemsOf({
  "404 lesson-not-found": "We couldn't find this lesson. It may have been removed from the class.",
  "403 lesson-needs-a-seat": "This lesson is for students in this class. Join the class to open it.",
  "403 lesson-opens-later": "This lesson isn't open yet.",
  "404 section-not-found": "We couldn't find this section. Reload to see the latest curriculum.",
  "409 section-not-empty": "This section still has lessons. Move or delete them first.",
  "409 too-many-sections": `A class has at most ${maxSections} sections.`,
  "409 too-many-lessons": `A class has at most ${maxLessons} lessons.`,
  "409 too-many-materials": `A lesson has at most ${maxMaterials} files. Delete one first.`,
  "409 lesson-changed-meanwhile":
    "Someone else saved this lesson while you were writing. Compare the two, then decide which to keep.",
  "409 order-changed-meanwhile": "Someone else changed the order in the meantime. Here's the latest order.",
  "409 order-incomplete": "Someone else changed the curriculum. Here's the latest version.",
  "409 nothing-to-publish": "There's nothing in this lesson yet. Add a video or some text, then publish it.",
  "400 lesson-text-too-complex": textTooComplex,
  "409 lesson-picture-missing": pictureMissing,
  "409 lesson-video-refused":
    "This lesson's video couldn't be used. Upload another, then publish the lesson.",
  "409 lesson-was-published":
    "Students have seen this lesson, so it can't be deleted. Remove it from the class instead.",
  "409 lesson-not-published": "This lesson was never published. Delete it instead.",
  "409 video-not-yours": "This video belongs to someone else's class. Upload it to this lesson.",
  "404 material-not-found": "This file has already been deleted.",
  "415 material-type-unknown":
    "We can't accept this kind of file. Use a PDF, PNG, JPEG, SVG or ZIP, or a Photoshop, Clip Studio, Procreate or Krita file.",
  "409 lesson-has-no-video": "This lesson has no video. Upload one first.",
  "409 class-not-approved": "Only approved classes can be run again.",
});
