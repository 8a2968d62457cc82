import { hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A key of 32 bytes for one purpose: the purposes' keys tell nothing of each other or of the secret. */
export type DeriveKey = (purpose: string) => Buffer;

export const deriveKeysFrom =
  (secret: string): DeriveKey =>
  (purpose) =>
    Buffer.from(hkdfSync("sha256", secret, "senga", purpose, 32));

/** The installation's secret when the environment gives none: made at the first start and kept in the data folder. */
export function readOrMakeSecret(folder: string): string {
  const file = join(folder, "secret");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // Fails when the file is there: two processes that start at once end up with the same secret.
    writeFileSync(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8");
}
