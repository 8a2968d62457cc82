const inUtc = (from: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${from}T00:00:00Z`).toLocaleDateString("en-US", { ...options, timeZone: "UTC" });

/** "November 2, 2026", or "Nov 2". @param from like "2026-11-02" */
export const dayOf = (from: string, form?: "short"): string =>
  inUtc(from, form ? { month: "short", day: "numeric" } : { month: "long", day: "numeric", year: "numeric" });

/** "November 2026", or "Nov". @param from like "2026-11-01" */
export const monthOf = (from: string, form?: "short"): string =>
  inUtc(from, form ? { month: "short" } : { month: "long", year: "numeric" });
