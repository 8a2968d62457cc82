import sharp from "sharp";

/** A photo of one color. */
export async function drawing(color: string, name = "drawing.jpg") {
  const picture = sharp({ create: { width: 900, height: 1200, channels: 3, background: color } });
  return { name, mimeType: "image/jpeg", buffer: await picture.jpeg().toBuffer() };
}
