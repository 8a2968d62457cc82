export const uploadPurposes = ["video", "material"] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

export const maxBytes: Readonly<Record<UploadPurpose, number>> = {
  video: 4 * 1024 ** 3,
  material: 200 * 1024 ** 2,
};
/** Under the limits of common proxies, and what a cut connection resends at most. */
export const chunkBytes = 5 * 1024 ** 2;
export const maxUploadsPerPerson = 2;
/** An unfinished upload is removed a day after it began. */
export const abandonedSeconds = 86_400;
/** Share of the disk that stays free; below it, new uploads are refused. */
export const freeShare = 0.1;
