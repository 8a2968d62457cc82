/** "2026-03-03". */
export const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(at);

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** "Jan 5, 2024" in the reader's time zone. */
export const formatDay = (time: Date): string => day.format(time);
