import { Problem } from "../../../platform/errors.ts";
import { problems } from "./problems.ts";

/** Ignores trailing data: phones append videos to valid photos, and re-encoding drops it. Throws not-a-picture. */
export function checkSignature(bytes: Buffer): void {
  if (!signatures.some((matches) => matches(bytes))) throw new Problem(problems.notAPicture);
}

const textAt = (bytes: Buffer, from: number, length: number): string =>
  bytes.toString("latin1", from, from + length);

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const signatures: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
  (bytes) => bytes.subarray(0, 8).equals(pngSignature),
  (bytes) => textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 4) === "WEBP",
  (bytes) => textAt(bytes, 4, 4) === "ftyp" && /avi[fs]/.test(textAt(bytes, 8, 64)),
];
