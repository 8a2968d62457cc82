import { hkdfSync, randomBytes } from "node:crypto";
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
