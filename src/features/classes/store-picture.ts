import { createHash } from "node:crypto";
import sharp from "sharp";
import type { World } from "../../world.ts";
import { Problem } from "../../platform/errors.ts";
import { problems } from "./contract.ts";

const readable = new Set(["jpeg", "png", "webp", "heif"]);
/** 40 megapixels: more is a decompression bomb or a poster. */
const mostPixels = 40_000_000;
const width = 1600;

/**
 * Checks that the bytes are a picture, draws it anew (which leaves its metadata behind, a place where it was taken
 * included) and stores it under a name made from its content. Returns its address on this site. Throws not-a-picture.
 */
export async function storePicture(world: World, bytes: Buffer): Promise<string> {
  let drawn: Buffer;
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error", animated: false });
    // Decided by the bytes: the name and the type that the browser claims are not looked at.
    const { format } = await picture.metadata();
    if (!readable.has(format)) throw new Problem(problems.notAPicture);
    drawn = await picture
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .toColourspace("srgb")
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(problems.notAPicture);
  }
  const name = `${createHash("sha256").update(drawn).digest("hex").slice(0, 32)}.webp`;
  await world.storage.write(name, drawn);
  return `/images/${name}`;
}
