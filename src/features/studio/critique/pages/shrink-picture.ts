import { isPictureType, maxHeight } from "../../../school/pictures/policy.ts";
import { drawingWidths } from "../policy.ts";

const maxWidth = Math.max(...drawingWidths);
/** Bytes that a slow phone uploads in ten seconds. */
const lightBytes = 700_000;
/** Uses the first that is light enough, or the last: camera noise costs more bytes than lines. */
const qualities = [0.85, 0.75, 0.6];

/** Faster to upload, and without the location. Returns unreadable pictures unchanged; the server decides. */
export async function shrinkPicture(file: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file);
    const drawn = await redraw(bitmap, file).finally(() => bitmap.close());
    return drawn && (drawn.size < file.size || !isAccepted(file)) ? drawn : file;
  } catch {
    return file;
  }
}

const isAccepted = ({ type }: File): boolean => isPictureType(type);

async function redraw(bitmap: ImageBitmap, file: File): Promise<File | undefined> {
  const scale = Math.min(1, maxWidth / bitmap.width, maxHeight / bitmap.height);
  if (scale === 1 && file.size <= lightBytes && isAccepted(file)) return undefined;
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  // JPEG has no transparency.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  let blob: Blob | null = null;
  for (const quality of qualities) {
    blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (!blob || blob.size <= lightBytes) break;
  }
  // Phones limit canvas memory.
  canvas.width = 0;
  if (!blob) return undefined;
  return new File([blob], `${file.name.replace(/\.\w+$/, "")}.jpg`, { type: "image/jpeg" });
}
