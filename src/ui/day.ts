/** "2026-03-03". */
export const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(at);

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** "Jan 5, 2024" in the reader's time zone. */
export const formatDay = (time: Date): string => day.format(time);

/** "November 22, 2026", the same on paper, in mail and on a page. */
export const utcDate = (at: Date): string =>
  at.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
