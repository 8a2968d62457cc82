/** Pixels. */
export const renditionSizes = [480, 720, 1080] as const;
export const maxFramesPerSecond = 30;
/** Seconds. */
export const keyFrameInterval = 2;
/** A segment ends at the first key frame after this; a little less than two intervals. */
export const segmentSeconds = 2 * keyFrameInterval - 0.1;
/** Seconds between two key frames of a video served as uploaded; a seek goes to the previous one. */
export const maxKeyFrameGap = 30;
/** One is in memory at a time. */
export const maxSegmentBytes = 40 * 1024 ** 2;
export const maxSeconds = 4 * 3600;
export const maxWidth = 3840;
export const maxHeight = 2160;
/** Share of its length that a rendition may be shorter. */
export const lengthTolerance = 0.02;
/** Bits per second. A copied rendition above this is replaced by an encoded one, if there is an encoder. */
export const maxCopiedBitrate = 8_000_000;
/** Bits per second. A copy below this plays on any connection: smaller renditions would save nothing. */
export const lightBitrate = 200_000;

/** Of the worker process. */
export const workerBounds = {
  memoryBytes: 300 * 1024 ** 2,
  /** Less for pictures beyond 1080p or with more than 8 bits, because decoders keep many frames. */
  frames: 16,
  /** Limit of CPU time: times the video's length, but at least `leastSeconds`. */
  lengths: 12,
  leastSeconds: 120,
  /** A worker without reports for this long hangs. */
  silentSeconds: 600,
} as const;
/** Pixels. */
export const posterWidth = 1280;
export const posterShare = 0.1;
/** Processes renew their claims; an older claim may be taken over. */
export const leaseSeconds = 60;
export const renewSeconds = 3;
/** After a failure that is not the video's fault. */
export const pauseSeconds = 30;
/** While a store is away. Tests shorten the pause. */
export const storeRetry = { tries: 20, pauseSeconds };
/** An original that has been on no machine for this long is lost. */
export const lostSeconds = 86_400;
/** Crashes of the worker at one rendition. */
export const maxCrashes = 2;
/** Claims without a rendition: more than a few restarts of the server suggest that the video kills it. */
export const maxAttempts = 10;
export const unusedSeconds = 7 * 86_400;

export const maxCaptionBytes = 500_000;
export const maxCues = 10_000;
