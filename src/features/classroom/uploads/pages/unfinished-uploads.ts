import type { Clock } from "../../../../platform/clock.ts";
import { type Announcement, type UploadTarget, abandonedSeconds } from "../policy.ts";

const prefix = "tus::";

/** tus-js-client's storage key for an upload's URL. */
export const fingerprintOf = (
  { purpose, lessonId }: UploadTarget,
  { name, size, lastModified }: Pick<File, "name" | "size" | "lastModified">,
): string => [purpose, lessonId, name, size, lastModified].join("-");

/** Names of interrupted files that the server still keeps, read without loading tus. */
export function unfinishedUploads(
  { purpose, lessonId }: UploadTarget,
  storage: Storage,
  clock: Clock,
): readonly string[] {
  const oldest = clock.now().getTime() - abandonedSeconds * 1000;
  const names = Object.keys(storage)
    .filter((key) => key.startsWith(`${prefix}${purpose}-${lessonId}-`))
    .flatMap((key) => {
      try {
        const stored = JSON.parse(storage.getItem(key) ?? "") as StoredUpload;
        return Date.parse(stored.creationTime) > oldest ? (stored.metadata.fileName ?? []) : [];
      } catch {
        // The value is not from tus-js-client.
        return [];
      }
    });
  return [...new Set(names)];
}

interface StoredUpload {
  readonly creationTime: string;
  readonly metadata: Partial<Announcement>;
}
