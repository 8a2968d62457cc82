import { codeOf } from "./error-code.ts";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type DeriveKey = (purpose: string) => Buffer;

export const deriveKeysFrom =
  (secret: string): DeriveKey =>
  (purpose) =>
    Buffer.from(hkdfSync("sha256", secret, "senga", purpose, 32));

export const minSecretLength = 32;

export class SecretDamaged extends Error {}

/** Throws SecretDamaged. */
export function readOrMakeSecret(folder: string): string {
  const file = join(folder, "secret");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeOnce(file, randomBytes(32).toString("hex"));
  const secret = readFileSync(file, "utf8");
  if (secret.trim().length < minSecretLength) {
    throw new SecretDamaged(
      `${file} holds fewer than ${minSecretLength} characters, so it is damaged. Put it back from a backup, or delete it: a new one logs everyone out, and certificates need a new key.`,
    );
  }
  return secret;
}

/** Keeps an existing file. A crash leaves no partial file; of concurrent processes, only one writes it. */
export function writeOnce(file: string, text: string): void {
  if (existsSync(file)) return;
  // Several machines may share the folder.
  const draft = `${file}.${randomBytes(8).toString("hex")}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  try {
    // Unlike a rename, a link fails if the file exists.
    linkSync(draft, file);
  } catch (error) {
    // Some file systems lack hard links.
    if (codeOf(error) !== "EEXIST" && !existsSync(file)) return renameSync(draft, file);
  }
  rmSync(draft);
}

export interface Seal {
  /** `about` names the owner of the secret; opening it requires the same value. */
  close(secret: string, about: string): string;
  /** Undefined if it was sealed with another key or `about`. */
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
