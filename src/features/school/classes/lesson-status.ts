export const lessonStatuses = ["upcoming", "published", "retired"] as const;
export type LessonStatus = (typeof lessonStatuses)[number];

export const lessonStamp = (status: LessonStatus): string | undefined =>
  ({ upcoming: "Lessons coming soon", published: undefined, retired: "No lessons right now" })[status];

export const lessonNote = (status: LessonStatus): string | undefined =>
  ({
    upcoming:
      "Lessons aren’t out yet. We’ll email you when the first one is, and your 7-day refund period starts then.",
    published: undefined,
    retired: "This class has no lessons right now.",
  })[status];
