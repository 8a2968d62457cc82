export const maxPictureBytes = 10 * 1024 * 1024;
/** Rejects decompression bombs. */
export const maxPixels = 40_000_000;
export const storedWidths = [320, 480, 640, 960, 1280, 1600] as const;
export const defaultWidth = 1280;
/** Pixels; a narrower picture looks blurred on a class page. */
export const recommendedWidth = 1200;
/** Pixels; WebP allows 16,383 at most. */
export const maxHeight = 3200;

export const maxBufferedBytes = 12 * (maxPictureBytes + 10_000);
export const maxUploadsPerPerson = 4;

export interface TranscodeLimits {
  /** CPU seconds, like `cpuSeconds`; decoding a photo of 40 megapixels takes about four. */
  readonly decodeCpuSeconds: number;
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
}
export const transcodeLimits: TranscodeLimits = {
  decodeCpuSeconds: 12,
  cpuSeconds: 60,
  memoryBytes: 640 * 1024 * 1024,
};

/** Covers transcoding and storage; a busy machine needs three. */
export const maxProcessingSeconds = 100;
/** An older `processing` or `deleting` row is abandoned, and another process may take it over. */
export const leaseSeconds = 2 * maxProcessingSeconds;
export const unusedSeconds = 86_400;

export const uploadedPicturePath = /^\/images\/([0-9a-f]{32})$/;
