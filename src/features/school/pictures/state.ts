/** The row outlives the files, so that a crash never orphans one. `deleting` is final: files may be gone. */
export const pictureStates = ["processing", "stored", "deleting"] as const;
