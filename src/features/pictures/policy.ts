/** Bytes of an uploaded picture. */
export const maxPictureBytes = 10 * 1024 * 1024;
/** More pixels are a poster, or a bomb that a small file unfolds to. */
export const maxPixels = 40_000_000;
/** Widths in which a picture is kept, in pixels: from a phone's column to a wide screen's cover at double density. */
export const storedWidths = [320, 480, 640, 960, 1280, 1600] as const;
/** The widest of them that stands for the picture where only its address is known: in mails, on other sites. */
export const shownWidth = 1280;
/** A picture that is narrower looks blurred on a class's page, in pixels. */
export const leastWidth = 1200;
/** A strip that is longer is kept narrower, in pixels: neither format knows more than 16,383, and no cover is so tall. */
export const maxHeight = 3200;

/** What all uploads in hand may hold in memory, in bytes: a dozen of the largest. Who comes then is asked to come again. */
export const maxBufferedBytes = 12 * (maxPictureBytes + 10_000);
/** So that one person leaves room for the others. */
export const maxUploadsPerPerson = 4;

/** What one picture may cost the process that draws it. More is an attack, or a film. */
export interface Bounds {
  /** Seconds of work until its pixels are read; a photo of 40 megapixels takes some four. */
  readonly readSeconds: number;
  /** Seconds of work in all. */
  readonly seconds: number;
  /** Bytes of memory. */
  readonly bytes: number;
}
export const bounds: Bounds = { readSeconds: 12, seconds: 60, bytes: 640 * 1024 * 1024 };

/** Seconds that drawing a picture and keeping it may take; a busy machine needs three. */
export const maxSeconds = 100;
/** After so many seconds nobody works on a picture any more: the process that did has ended, and another may take over. */
export const leaseSeconds = 2 * maxSeconds;
/** Seconds after which a picture that no class uses is removed, counted from its last upload. */
export const unusedSeconds = 86_400;

/** The address on this site of an uploaded picture, with its name in the storage. */
export const ownPicture = /^\/images\/([0-9a-f]{32})$/;
