import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type DeriveKey = (purpose: string) => Buffer;

export const deriveKeysFrom =
  (secret: string): DeriveKey =>
  (purpose) =>
    Buffer.from(hkdfSync("sha256", secret, "senga", purpose, 32));

export function readOrMakeSecret(folder: string): string {
  const file = join(folder, "secret");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // The exclusive flag makes two processes that start at once share one secret.
    writeFileSync(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8");
}

export interface Seal {
  /** `about` is what the secret belongs to: it opens under the same words only. */
  close(secret: string, about: string): string;
  /** Undefined when it was sealed under another key or about something else. */
  open(sealed: string, about: string): string | undefined;
}

const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM. */
export const createSeal = (key: Buffer): Seal => ({
  close: (secret, about) => {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(about));
    const hidden = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString("base64url");
  },
  open: (sealed, about) => {
    const bytes = Buffer.from(sealed, "base64url");
    const tag = bytes.subarray(ivBytes, ivBytes + tagBytes);
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes))
        .setAAD(Buffer.from(about))
        .setAuthTag(tag);
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
    } catch {
      return undefined;
    }
  },
});
