/** How far back the statistics look: by days or by months, this one included. */
export const ranges = ["30-days", "12-months"] as const;
export type Range = (typeof ranges)[number];
