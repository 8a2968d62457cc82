import type { Sharp } from "sharp";
import { Problem } from "../../../platform/errors.ts";
import { loadSharp } from "../../../platform/load-sharp.ts";
import { problems, storedWidths, maxHeight, maxPixels, defaultWidth } from "./policy.ts";

const maxStoredWidth = storedWidths.at(-1) ?? 1600;

export interface PictureMetadata {
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
  readonly placeholder: string;
}
export interface PictureFile {
  readonly name: string;
  readonly bytes: Buffer;
}
export interface Transcoded extends PictureMetadata {
  readonly files: () => AsyncGenerator<PictureFile>;
}

/** Takes the first frame, upright, in sRGB, without metadata such as GPS. Throws picture-damaged, too-many-pixels. */
export async function transcodePicture(
  bytes: Buffer,
  wanted: readonly number[] = storedWidths,
): Promise<Transcoded> {
  const { picture, width, height } = await readPixels(bytes);
  const widths = [...new Set(wanted.map((targetWidth) => Math.min(targetWidth, width)))];
  return {
    width,
    height,
    widths,
    placeholder: await placeholderOf(picture),
    files: async function* () {
      for (const targetWidth of widths) {
        const resized = picture.clone().resize({ width: targetWidth });
        yield {
          name: `${targetWidth}.avif`,
          bytes: await resized.clone().avif({ quality: 52, effort: 3 }).toBuffer(),
        };
        yield { name: `${targetWidth}.webp`, bytes: await resized.clone().webp({ quality: 78 }).toBuffer() };
      }
      const jpegWidth = defaultWidthOf(widths);
      yield {
        name: `${jpegWidth}.jpg`,
        bytes: await encodeJpeg(picture.clone().resize({ width: jpegWidth })),
      };
    },
  };
}

export const defaultWidthOf = (widths: readonly number[]): number =>
  widths.findLast((width) => width <= defaultWidth) ?? defaultWidth;

export const encodeJpeg = (picture: Sharp): Promise<Buffer> =>
  picture.flatten({ background: "#ffffff" }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();

async function readPixels(bytes: Buffer): Promise<{ picture: Sharp; width: number; height: number }> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(asDamaged);
  if (width * height > maxPixels) throw new Problem(problems["too-many-pixels"]);
  const { data, info } = await sharp(bytes, {
    limitInputPixels: maxPixels,
    failOn: "error",
    animated: false,
  })
    .autoOrient()
    .resize({ width: maxStoredWidth, height: maxHeight, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(asDamaged);
  const { channels } = info;
  const raw = { width: info.width, height: info.height, channels };
  return { picture: sharp(data, { raw }), width: info.width, height: info.height };
}

function asDamaged(): never {
  throw new Problem(problems["picture-damaged"]);
}

export async function placeholderOf(picture: Sharp): Promise<string> {
  const tiny = await picture.clone().resize({ width: 16 }).webp({ quality: 30 }).toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}
