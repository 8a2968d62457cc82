import { problemsOf } from "../../../platform/errors.ts";

export const uploadPurposes = ["video", "material"] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

export interface UploadTarget {
  readonly purpose: UploadPurpose;
  readonly classId: string;
  readonly lessonId: string;
}

export interface Announcement extends UploadTarget {
  readonly fileName: string;
}

export const maxBytes: Readonly<Record<UploadPurpose, number>> = {
  video: 4 * 1024 ** 3,
  material: 200 * 1024 ** 2,
};
/** Below the limits of common proxies; an interrupted connection resends at most this. */
export const chunkBytes = 5 * 1024 ** 2;
export const maxUploadsPerPerson = 2;
/** A silent upload makes room for another of the same person. */
export const silentSeconds = 600;
export const abandonedSeconds = 86_400;
export const maxFileName = 200;

/** Keeps a tenth of the disk free for the database and work in progress, at most 10 GiB. */
export const hasRoomFor = (bytes: number, { free, total }: { free: number; total: number }): boolean =>
  free - bytes >= Math.min(total / 10, 10 * 1024 ** 3);

export const problems = problemsOf({
  "400 upload-malformed": "Something is missing from this upload. Reload the page and choose the file again.",
  "400 upload-name": `This file's name can't be used. Give it one of at most ${maxFileName} characters, and choose it again.`,
  "400 upload-empty": "This file is empty. Choose another one.",
  "413 upload-too-large": "This file is too large.",
  "429 too-many-uploads-at-once": `You already have ${maxUploadsPerPerson} uploads running. Wait for one to finish, or cancel it.`,
  "507 disk-full": "The school is out of storage. Please tell an admin; your work is safe.",
  "503 upload-on-another-server": {
    detail:
      "Part of this file is on another of the school's servers. The upload will resume once that server responds. If it doesn't, tell an admin: all servers need the same uploads folder.",
    retryAfter: 5,
  },
  "404 upload-not-found": "This upload no longer exists. Choose the file again.",
});
