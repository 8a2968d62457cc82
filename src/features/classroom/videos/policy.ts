/** Pixels. */
export const renditionSizes = [480, 720, 1080] as const;
export const maxFramesPerSecond = 30;
/** Seconds. */
export const keyFrameInterval = 2;
/** A segment ends at the first key frame after this; a little less than two intervals. */
export const segmentSeconds = 2 * keyFrameInterval - 0.1;
/** Seconds between two key frames of a video that is played as it came; a seek goes to the one before. */
export const maxKeyFrameGap = 30;
/** One is in memory at a time. */
export const maxSegmentBytes = 40 * 1024 ** 2;
export const maxSeconds = 4 * 3600;
/** Pixels. */
export const maxWidth = 3840;
export const maxHeight = 2160;
/** Share of its length that a rendition may lose. */
export const lengthTolerance = 0.02;
/** A copied rendition above this, in bits per second, is replaced by an encoded one where there is an encoder. */
export const maxCopiedBitrate = 8_000_000;
/** A copy below this plays on any line: smaller renditions would save nothing. Bits per second. */
export const lightBitrate = 200_000;

/** Of the worker process. */
export const workerBounds = {
  memoryBytes: 300 * 1024 ** 2,
  /** More of a picture beyond 1080p or of more than 8 bits: decoders keep many. */
  frames: 16,
  /** Of the processor's time: times the video's length, and never less than `leastSeconds`. */
  lengths: 12,
  leastSeconds: 120,
  /** A worker that reports nothing for so long hangs. */
  silentSeconds: 600,
} as const;
/** Pixels. */
export const posterWidth = 1280;
/** Share of the video. */
export const posterShare = 0.1;
/** A process renews its claim; an older claim is another's to take. */
export const leaseSeconds = 60;
export const renewSeconds = 3;
/** After a failure that is not the video's. */
export const pauseSeconds = 30;
/** While a store is away. Tests shorten the pause. */
export const storeRetry = { tries: 20, pauseSeconds };
/** An original that is on no machine for so long is lost. */
export const lostSeconds = 86_400;
/** Crashes of the worker at one rendition. */
export const maxCrashes = 2;
/** Claims without a rendition: more than a few restarts of the server say that the video ends it. */
export const maxAttempts = 10;
/** A video that no lesson uses is removed after this. */
export const unusedSeconds = 7 * 86_400;

export const maxCaptionBytes = 500_000;
export const maxCues = 10_000;
