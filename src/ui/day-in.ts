/** "2026-03-03": the day that it is there. */
export const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(at);
