export const problems = {
  notPlayable: {
    code: "video-not-playable",
    status: 409,
    detail: "This video is still being prepared. Choose its thumbnail once it plays.",
  },
  noPicture: {
    code: "video-without-picture",
    status: 409,
    detail: "We couldn't get a frame at this second. Try another one.",
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
    detail: "You've used all your video storage. Delete one first.",
  },
} as const;
