import type { UploadPurpose } from "./policy.ts";

const prefix = "tus::";

/** The key under which tus-js-client keeps an upload's URL in the browser. */
export const fingerprintOf = (
  purpose: UploadPurpose,
  lessonId: string,
  { name, size, lastModified }: Pick<File, "name" | "size" | "lastModified">,
): string => [purpose, lessonId, name, size, lastModified].join("-");

/** The name of a file whose upload to the lesson was cut off by a reload. Reads the storage without loading tus. */
export function unfinishedUpload(
  purpose: UploadPurpose,
  lessonId: string,
  storage: Storage,
): string | undefined {
  for (const key of Object.keys(storage)) {
    if (!key.startsWith(`${prefix}${purpose}-${lessonId}-`)) continue;
    try {
      const { metadata } = JSON.parse(storage.getItem(key) ?? "") as { metadata?: { filename?: string } };
      if (metadata?.filename) return metadata.filename;
    } catch {
      // Not an entry of tus-js-client.
    }
  }
  return undefined;
}
