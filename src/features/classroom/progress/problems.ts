export const problems = {
  noSuchVideo: {
    code: "video-not-in-lesson",
    status: 409,
    detail: "This lesson shows another video. Reload the page to see it.",
  },
} as const;
