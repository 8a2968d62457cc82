export const maxPictureBytes = 10 * 1024 * 1024;
/** Rejects decompression bombs. */
export const maxPixels = 40_000_000;
export const storedWidths = [320, 480, 640, 960, 1280, 1600] as const;
export const shownWidth = 1280;
/** Pixels; a narrower picture looks blurred on a class page. */
export const leastWidth = 1200;
/** Pixels; WebP allows 16,383 at most. */
export const maxHeight = 3200;

export const maxBufferedBytes = 12 * (maxPictureBytes + 10_000);
export const maxUploadsPerPerson = 4;

export interface Bounds {
  /** CPU seconds, like `seconds`; decoding a photo of 40 megapixels takes about four. */
  readonly readSeconds: number;
  readonly seconds: number;
  readonly bytes: number;
}
export const bounds: Bounds = { readSeconds: 12, seconds: 60, bytes: 640 * 1024 * 1024 };

/** Covers transcoding and storage; a busy machine needs three. */
export const maxSeconds = 100;
/** An older `processing` or `deleting` row is abandoned, and another process may take it over. */
export const leaseSeconds = 2 * maxSeconds;
export const unusedSeconds = 86_400;

export const ownPicture = /^\/images\/([0-9a-f]{32})$/;
