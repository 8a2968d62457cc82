import { problemsOf } from "../../../platform/errors.ts";

/** Pixels. */
export const renditionSizes = [480, 720, 1080] as const;
export const maxFramesPerSecond = 30;
/** Seconds. */
export const keyFrameInterval = 2;
/** A segment ends at the first key frame after this; a little less than two intervals. */
export const segmentSeconds = 2 * keyFrameInterval - 0.1;
/** Seconds. A seek in a video served as uploaded goes to the previous key frame. */
export const maxKeyFrameGap = 30;
/** One is in memory at a time. */
export const maxSegmentBytes = 40 * 1024 ** 2;
export const maxSeconds = 4 * 3600;
export const maxWidth = 3840;
export const maxHeight = 2160;
/** Share by which a rendition may be shorter. */
export const lengthTolerance = 0.02;
/** Bits per second. A copy above this is replaced, if there is an encoder. */
export const maxCopiedBitrate = 8_000_000;
/** Bits per second. Below this, smaller renditions would save nothing. */
export const lightBitrate = 200_000;

export const workerBounds = {
  memoryBytes: 300 * 1024 ** 2,
  /** Less for pictures beyond 1080p or with more than 8 bits, because decoders keep many frames. */
  frames: 16,
  /** CPU time as a multiple of the video's length, but at least `minSeconds`. */
  lengths: 12,
  minSeconds: 120,
  /** A worker without reports for this long hangs. */
  silentSeconds: 600,
} as const;
/** Pixels. */
export const posterWidth = 1280;
/** Three per pixel of the panel in a list of lessons. */
export const thumbnailWidth = 208;
export const posterShare = 0.1;
export const leaseSeconds = 60;
export const renewSeconds = 3;
export const pauseSeconds = 30;
/** Of the time that a failed try took: a full disk must not keep the processor busy. */
export const pauseShare = 4;
export const maxPauseSeconds = 6 * 3600;
/** While a store is down. Tests shorten the pause. */
export const storeRetry = { tries: 20, pauseSeconds };
/** An original that has been on no machine for this long is lost. */
export const lostSeconds = 86_400;
/** Per rendition. */
export const maxCrashes = 2;
/** A worker that fails with less than this free has probably run out of room. It writes a segment at once. */
export const fullDiskBytes = 2 * maxSegmentBytes;
/** Claims without a rendition: more than a few restarts of the server suggest that the video kills it. */
export const maxAttempts = 10;
export const unusedSeconds = 7 * 86_400;

export const maxCaptionBytes = 500_000;
export const maxCues = 10_000;

/** uploaded → playable (first rendition) → ready, or refused. `deleting` is final; the row outlives the files. */
export const videoStates = ["uploaded", "playable", "ready", "refused", "deleting"] as const;
export type VideoState = (typeof videoStates)[number];

/** Worded for the instructor by `describeRefusal`. */
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

export const problems = problemsOf({
  "409 video-not-playable": "This video is still being prepared. Choose its thumbnail once it plays.",
  "409 video-without-picture": "We couldn't get a frame at this second. Try another one.",
  "422 wrong-captions":
    "We can't read these captions. Save them as WebVTT (.vtt) or SubRip (.srt), and upload them again.",
  "409 video-quota-exceeded": "You've used all your video storage. Delete a video first.",
});

export class VideoRefused extends Error {
  readonly refusal: VideoRefusal;
  /** Seconds. */
  readonly brokenAt: number | null;

  constructor(refusal: VideoRefusal, brokenAt: number | null = null) {
    super(refusal);
    this.name = "VideoRefused";
    this.refusal = refusal;
    this.brokenAt = brokenAt;
  }
}

const advice: Readonly<Record<VideoRefusal, string>> = {
  "not-a-video":
    "This isn't a video we can read. Export it as MP4 (H.264 and AAC), WebM, MOV or MKV, and upload it again.",
  damaged:
    "This video is damaged or was cut off. Check that it plays to the end on your computer, export it again, and upload the new file.",
  empty: "There is no picture in this video. Export it again, and check that it plays before you upload it.",
  "too-long": `This video is longer than ${maxSeconds / 3600} hours. Cut it into parts, and give each its own lesson.`,
  "too-large-picture": `The video's picture is larger than ${maxWidth} × ${maxHeight} pixels. Export it at 1920 × 1080, and upload it again.`,
  codec:
    "Browsers can't play the way this video was saved. Export it as MP4 (H.264 and AAC) with a key frame every 2 seconds, and upload it again.",
  "too-much-work":
    "This video takes too long to prepare. Export it as MP4 (H.264 and AAC) at 1920 × 1080 or smaller, and upload it again.",
  "encoder-crashed":
    "We couldn't prepare this video. Export it again as MP4 (H.264 and AAC), and upload the new file.",
};

export const describeRefusal = (refusal: VideoRefusal, brokenAt: number | null = null): string =>
  refusal === "damaged" && brokenAt !== null
    ? `This video is damaged: it breaks off at ${asTime(brokenAt)}. Export it again, check that it plays past that point, and upload the new file.`
    : advice[refusal];

function asTime(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = String(rest).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
