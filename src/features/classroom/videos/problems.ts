export const problems = {
  notPlayable: {
    code: "video-not-playable",
    status: 409,
    detail: "This video is still being prepared. Choose its picture once it plays.",
  },
  noPicture: {
    code: "video-without-picture",
    status: 409,
    detail: "We couldn't take a picture at this second. Try another one.",
  },
  wrongCaptions: {
    code: "wrong-captions",
    status: 422,
    detail:
      "We can't read these captions. Save them as WebVTT (.vtt) or SubRip (.srt), and upload them again.",
  },
  overQuota: {
    code: "video-quota-exceeded",
    status: 409,
    detail: "Your videos take all the room that the school gives you. Delete one first.",
  },
} as const;
