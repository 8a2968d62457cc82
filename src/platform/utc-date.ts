/** "November 22, 2026", the same on paper, in mail and on a page. */
export const utcDate = (at: Date): string =>
  at.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
