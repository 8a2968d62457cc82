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
/** After this silence, an upload makes room for another of the same person. */
export const silentSeconds = 600;
/** An unfinished upload is removed a day after its last byte. */
export const abandonedSeconds = 86_400;
export const maxFileName = 200;

/** Keeps a tenth of the disk free for the database and work in progress, at most 10 GiB. */
export const hasRoomFor = (bytes: number, { free, total }: { free: number; total: number }): boolean =>
  free - bytes >= Math.min(total / 10, 10 * 1024 ** 3);
