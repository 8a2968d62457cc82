/** Includes the current day or month. */
export const ranges = ["30-days", "12-months"] as const;
export type Range = (typeof ranges)[number];
