import sharp from "sharp";

/** Compresses like a photograph: soft forms and grain, 8 megapixels, about one megabyte. */
export async function photograph(seed: number): Promise<Buffer> {
  const [width, height] = [3464, 2309];
  const forms = await sharp({
    create: {
      width: 24,
      height: 16,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .resize(width, height, { kernel: "cubic", fit: "fill" })
    .modulate({ hue: seed * 37 })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 9 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(forms)
    .composite([{ input: grain, blend: "soft-light" }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
