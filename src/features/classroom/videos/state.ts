/**
 * uploaded → playable → ready, or refused. `playable` has its first rendition; a video with a single rendition is
 * ready at once. The row outlives the files, so that a crash never orphans one; `deleting` is final.
 */
export const videoStates = ["uploaded", "playable", "ready", "refused", "deleting"] as const;
export type VideoState = (typeof videoStates)[number];

/** Reasons for a refusal, worded for the instructor in `videos/refusals.ts`. */
export const videoRefusals = [
  "not-a-video",
  "damaged",
  "empty",
  "too-long",
  "too-large-picture",
  "codec",
  "too-much-work",
  "encoder-crashed",
] as const;
export type VideoRefusal = (typeof videoRefusals)[number];
