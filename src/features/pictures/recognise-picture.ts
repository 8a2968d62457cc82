import { Problem } from "../../platform/errors.ts";
import { problems } from "./problems.ts";

/**
 * Tells what the bytes are by themselves; the name and the type that a browser claims are not looked at. Walks through
 * the file to its end, so that one which is a picture and something else besides (a page, an archive, a script) is told
 * from a picture. What hides inside, in comments and the like, does not survive: only pixels are drawn anew.
 * Throws not-a-picture, picture-damaged (it is cut short), more-than-a-picture.
 */
export function recognisePicture(bytes: Buffer): void {
  const endOf = kinds.find(({ begins }) => begins(bytes))?.endOf;
  if (!endOf) throw new Problem(problems.notAPicture);
  const end = endOf(bytes);
  if (end === undefined || end > bytes.length) throw new Problem(problems.damaged);
  // Some cameras fill their last block with zeros.
  if (bytes.subarray(end).some((byte) => byte !== 0)) throw new Problem(problems.moreThanAPicture);
}

interface Kind {
  readonly begins: (bytes: Buffer) => boolean;
  /** The offset after the picture, beyond the file where it says that more must follow; undefined: the end is missing. */
  readonly endOf: (bytes: Buffer) => number | undefined;
}

const textAt = (bytes: Buffer, from: number, length: number): string =>
  bytes.toString("latin1", from, from + length);

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const kinds: readonly Kind[] = [
  { begins: isJpegAt, endOf: endOfJpeg },
  { begins: (bytes) => bytes.subarray(0, 8).equals(pngSignature), endOf: endOfPng },
  {
    begins: (bytes) => textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 4) === "WEBP",
    // Blocks of RIFF are of even length.
    endOf: (bytes) => 8 + bytes.readUInt32LE(4) + (bytes.readUInt32LE(4) % 2),
  },
  {
    begins: (bytes) => textAt(bytes, 4, 4) === "ftyp" && /avi[fs]/.test(textAt(bytes, 8, 64)),
    endOf: endOfBoxes,
  },
];

function isJpegAt(bytes: Buffer, from = 0): boolean {
  return bytes[from] === 0xff && bytes[from + 1] === 0xd8 && bytes[from + 2] === 0xff;
}

/** Telephones append further JPEGs to one: a map of its light, a preview. They belong to it. */
function endOfJpeg(bytes: Buffer): number | undefined {
  let end = endOfOneJpeg(bytes, 0);
  while (end !== undefined && isJpegAt(bytes, end)) end = endOfOneJpeg(bytes, end);
  return end;
}

/** From marker to marker, as ITU T.81 annex B has it, to the one that ends the image. */
function endOfOneJpeg(bytes: Buffer, from: number): number | undefined {
  let at = from + 2;
  while (at < bytes.length) {
    at = bytes.indexOf(0xff, at);
    if (at === -1) return undefined;
    const marker = bytes[at + 1];
    if (marker === undefined) return undefined;
    if (marker === 0xd9) return at + 2;
    // A byte of the image's data, a restart within it, or padding.
    const stands = marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    if (marker === 0xff) at += 1;
    else if (stands) at += 2;
    else if (at + 4 > bytes.length) return undefined;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function endOfPng(bytes: Buffer): number | undefined {
  for (let at = 8; at + 12 <= bytes.length;) {
    const next = at + 12 + bytes.readUInt32BE(at);
    if (textAt(bytes, at + 4, 4) === "IEND") return next;
    at = next;
  }
  return undefined;
}

/** The boxes that a file of pictures consists of, at its top (ISO/IEC 14496-12, 23008-12). */
const pictureBoxes = new Set(["ftyp", "meta", "mdat", "moov", "free", "skip", "uuid", "idat", "sidx"]);

function endOfBoxes(bytes: Buffer): number | undefined {
  let at = 0;
  while (at + 8 <= bytes.length && pictureBoxes.has(textAt(bytes, at + 4, 4))) {
    const size = bytes.readUInt32BE(at);
    // 0: to the end of the file; 1: the true size is in the eight bytes that follow.
    if (size === 0) return bytes.length;
    if (size === 1 && at + 16 > bytes.length) return undefined;
    const length = size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size;
    if (length < 8) return undefined;
    at += length;
  }
  return at;
}
