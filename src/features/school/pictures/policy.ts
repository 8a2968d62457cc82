import { problemsOf } from "../../../platform/errors.ts";

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
  /** Decoding a photo of 40 megapixels takes about four. */
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
/** A row older than this may be taken over by another process. */
export const leaseSeconds = 2 * maxProcessingSeconds;
export const unusedSeconds = 86_400;

/** Of a stored file, by its extension: `avif`, `webp` or `jpg`. */
export const mimeTypeOf = (extension: string): string => `image/${extension === "jpg" ? "jpeg" : extension}`;

export const uploadedPicturePath = /^\/images\/([0-9a-f]{32})$/;

/** The row outlives the files, so that a crash never orphans one. `deleting` is final: files may be gone. */
export const pictureStates = ["processing", "stored", "deleting"] as const;

/** Forms show these two before they send a picture. */
const notAPicture = "We can't read this file as a picture. Send a JPEG, PNG, WebP or AVIF.";
export const tooLarge =
  "This picture is larger than 10 MB. Make it smaller, or save it as a JPEG or WebP, and send that.";

/** Separate from the contract, so that the image worker does not load Zod. */
export const problems = problemsOf({
  "422 not-a-picture": notAPicture,
  "413 picture-too-large": tooLarge,
  "422 picture-damaged":
    "This picture is damaged or incomplete. Open it, save it again as a JPEG or PNG, and send that.",
  "422 picture-too-much-work":
    "This picture takes too long to open. Make it smaller, or save it again as a JPEG or PNG, and send that.",
  "422 too-many-pixels": "This picture has more than 40 megapixels. Make it smaller, then send it again.",
  "400 no-file": "Send the picture as the form field “image”.",
  "503 too-many-uploads": {
    detail: "Lots of pictures are being uploaded right now. Please try again in half a minute.",
    retryAfter: 30,
  },
  "429 too-many-of-your-uploads": {
    detail: `${maxUploadsPerPerson} of your pictures are still being processed. Wait for them to finish, then send this one.`,
    retryAfter: 10,
  },
  "503 picture-busy": {
    detail: "This picture is already being processed. Try again in a minute.",
    retryAfter: 60,
  },
});

/** Asks programs that collect pictures for training models to stay away: the `x-robots-tag` of every picture. */
export const robotsTag = ({ allowsAiTraining }: { readonly allowsAiTraining: boolean }): string =>
  allowsAiTraining ? "all" : "noai, noimageai";

/** MIME types as the browser reports them; the server checks the bytes. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const;

export const isPictureType = (type: string): boolean => pictureTypes.some((known) => known === type);

export const maxPictureMegabytes = maxPictureBytes / 1024 / 1024;

export function fileProblem({ type, size }: Pick<File, "type" | "size">): string | undefined {
  if (!isPictureType(type)) return notAPicture;
  return size > maxPictureBytes ? tooLarge : undefined;
}
