/** The row outlives the files, so that a crash never orphans one. `leaving` is final: files may be gone. */
export const pictureStates = ["drawing", "kept", "leaving"] as const;
