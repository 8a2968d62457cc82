/** Pixels. */
export const renditionHeights = [480, 720, 1080] as const;
export const maxFramesPerSecond = 30;
/** Seconds. */
export const keyFrameInterval = 2;
export const maxSeconds = 4 * 3600;
/** Pixels. */
export const maxWidth = 3840;
export const maxHeight = 2160;
/** A copied rendition above this, in bits per second, is replaced by an encoded one where there is an encoder. */
export const maxCopiedBitrate = 8_000_000;

/** Of the worker process. */
export const workerBounds = {
  memoryBytes: 300 * 1024 ** 2,
  /** Times the video's length, and never less than `leastSeconds`. */
  lengths: 12,
  leastSeconds: 120,
} as const;
/** A worker renews its claim; an older claim is another process's to take. */
export const leaseSeconds = 60;
export const maxAttempts = 2;
/** A video that no lesson uses is removed after this. */
export const unusedSeconds = 7 * 86_400;
