import { maxLessons, maxMaterials, maxSections } from "./policy.ts";

export const problems = {
  noSuchLesson: {
    code: "lesson-not-found",
    status: 404,
    detail: "We couldn't find this lesson. It may have been removed from the class.",
  },
  noSeat: {
    code: "lesson-needs-a-seat",
    status: 403,
    detail: "This lesson is for students in this class. Join the class to open it.",
  },
  opensLater: { code: "lesson-opens-later", status: 403, detail: "This lesson isn't open yet." },
  noSuchSection: {
    code: "section-not-found",
    status: 404,
    detail: "We couldn't find this section. Reload to see the latest curriculum.",
  },
  sectionNotEmpty: {
    code: "section-not-empty",
    status: 409,
    detail: "This section still has lessons. Move or delete them first.",
  },
  tooManySections: {
    code: "too-many-sections",
    status: 409,
    detail: `A class has at most ${maxSections} sections.`,
  },
  tooManyLessons: {
    code: "too-many-lessons",
    status: 409,
    detail: `A class has at most ${maxLessons} lessons.`,
  },
  tooManyMaterials: {
    code: "too-many-materials",
    status: 409,
    detail: `A lesson has at most ${maxMaterials} files. Delete one first.`,
  },
  changedMeanwhile: {
    code: "lesson-changed-meanwhile",
    status: 409,
    detail:
      "Someone else saved this lesson while you were writing. Compare the two, then decide which to keep.",
  },
  orderChanged: {
    code: "order-changed-meanwhile",
    status: 409,
    detail: "Someone else changed the order in the meantime. Here's the latest order.",
  },
  orderIncomplete: {
    code: "order-incomplete",
    status: 409,
    detail: "Someone else changed the curriculum. Here's the latest version.",
  },
  nothingToPublish: {
    code: "nothing-to-publish",
    status: 409,
    detail: "There's nothing in this lesson yet. Add a video or some text, then publish it.",
  },
  textTooComplex: {
    code: "lesson-text-too-complex",
    status: 400,
    detail:
      "This text can't be shown: its quotes, lists or brackets are nested too deeply, or its tables are too large. Make them simpler, then publish it again.",
  },
  videoRefused: {
    code: "lesson-video-refused",
    status: 409,
    detail: "This lesson's video couldn't be used. Upload another, then publish the lesson.",
  },
  publishedAlready: {
    code: "lesson-was-published",
    status: 409,
    detail: "Students have seen this lesson, so it can't be deleted. Remove it from the class instead.",
  },
  notPublished: {
    code: "lesson-not-published",
    status: 409,
    detail: "This lesson was never published. Delete it instead.",
  },
  notYourVideo: {
    code: "video-not-yours",
    status: 409,
    detail: "This video belongs to someone else's class. Upload it to this lesson.",
  },
  noSuchMaterial: {
    code: "material-not-found",
    status: 404,
    detail: "This file has already been deleted.",
  },
  wrongMaterial: {
    code: "material-type-unknown",
    status: 415,
    detail:
      "We can't accept this kind of file. Use a PDF, PNG, JPEG, SVG or ZIP, or a Photoshop, Clip Studio, Procreate or Krita file.",
  },
  noVideo: {
    code: "lesson-has-no-video",
    status: 409,
    detail: "This lesson has no video. Upload one first.",
  },
  notHeldBefore: {
    code: "class-not-approved",
    status: 409,
    detail: "Only approved classes can be run again.",
  },
} as const;
