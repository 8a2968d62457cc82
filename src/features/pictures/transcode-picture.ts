import sharp, { type Sharp } from "sharp";
import { Problem } from "../../platform/errors.ts";
import { problems } from "./problems.ts";
import { storedWidths, maxHeight, maxPixels, shownWidth } from "./policy.ts";

// A picture is worked on by one core, and nothing of it stays in memory for a next one that is never the same.
sharp.concurrency(1);
sharp.cache(false);

const widest = storedWidths.at(-1) ?? 1600;

/** How a picture can be shown: its size in pixels at the greatest width, all widths, and what stands there until it comes. */
export interface Shown {
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
  readonly placeholder: string;
}
export interface PictureFile {
  readonly name: string;
  readonly bytes: Buffer;
}
export interface Transcoded extends Shown {
  /** Draws its files, one after the other. */
  readonly files: () => AsyncGenerator<PictureFile>;
}

/**
 * Reads the pixels of a picture: upright, in sRGB, the first of several. Whatever else is in the file stays behind, the
 * place where it was taken included. Throws picture-damaged, too-many-pixels.
 */
export async function transcodePicture(bytes: Buffer): Promise<Transcoded> {
  const { picture, width, height } = await readPixels(bytes);
  const widths = [...new Set(storedWidths.map((kept) => Math.min(kept, width)))];
  return {
    width,
    height,
    widths,
    placeholder: await placeholderOf(picture),
    files: async function* () {
      for (const kept of widths) {
        const resized = picture.clone().resize({ width: kept });
        yield {
          name: `${kept}.avif`,
          bytes: await resized.clone().avif({ quality: 52, effort: 3 }).toBuffer(),
        };
        yield { name: `${kept}.webp`, bytes: await resized.clone().webp({ quality: 78 }).toBuffer() };
      }
      const shown = widthShown(widths);
      yield { name: `${shown}.jpg`, bytes: await asJpeg(picture.clone().resize({ width: shown })) };
    },
  };
}

/** The width that stands for the picture where only its address is known. */
export const widthShown = (widths: readonly number[]): number =>
  widths.findLast((width) => width <= shownWidth) ?? shownWidth;

/** For mail programs and programs that preview links: they take neither AVIF nor WebP. It knows no see-through parts. */
export const asJpeg = (picture: Sharp): Promise<Buffer> =>
  picture.flatten({ background: "#ffffff" }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();

async function readPixels(bytes: Buffer): Promise<{ picture: Sharp; width: number; height: number }> {
  // From the header alone: nothing is unfolded before its size is known.
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(asDamaged);
  if (width * height > maxPixels) throw new Problem(problems.tooManyPixels);
  const { data, info } = await sharp(bytes, {
    limitInputPixels: maxPixels,
    failOn: "error",
    animated: false,
  })
    .autoOrient()
    .resize({ width: widest, height: maxHeight, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(asDamaged);
  const { channels } = info;
  const raw = { width: info.width, height: info.height, channels };
  return { picture: sharp(data, { raw }), width: info.width, height: info.height };
}

/** The bytes begin like a picture: what cannot be read then is broken. */
function asDamaged(): never {
  throw new Problem(problems.damaged);
}

/** The picture in sixteen columns, as a data URI of some two hundred bytes. */
export async function placeholderOf(picture: Sharp): Promise<string> {
  const tiny = await picture.clone().resize({ width: 16 }).webp({ quality: 30 }).toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}
