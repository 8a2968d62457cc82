const wrongCaptions = {
  code: "captions-unreadable",
  status: 400,
  detail: "These captions can't be read. Save them as WebVTT (.vtt) or SubRip (.srt).",
} as const;
const tooLongCaptions = {
  code: "captions-too-long",
  status: 400,
  detail: "These captions are too long: at most 500 KB and 10,000 lines.",
} as const;

export const captionProblems = [wrongCaptions, tooLongCaptions] as const;
export const problems = {
  wrongCaptions,
  tooLongCaptions,
  overQuota: {
    code: "video-quota-exceeded",
    status: 409,
    detail: "Your videos take all the room that the school gives you. Delete one first.",
  },
} as const;
