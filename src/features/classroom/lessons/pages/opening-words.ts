/** Browsers and Node.js write different spaces before AM and PM. */
const withPlainSpaces = (text: string): string => text.replace(/\u202f/g, " ");

const formatMoment = (at: Date, timeZone: string | undefined): string =>
  withPlainSpaces(
    new Intl.DateTimeFormat("en-US", {
      dateStyle: "medium",
      timeStyle: "short",
      ...(timeZone && { timeZone }),
    }).format(at),
  );

/** "New York time" for America/New_York. */
export function zoneName(timeZone: string): string {
  const city = timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
  return city === "UTC" ? "UTC" : `${city} time`;
}

export const opensInZone = (opens: unknown, timeZone: string): string =>
  `Opens ${formatMoment(new Date(String(opens)), timeZone)} ${zoneName(timeZone)}`;

export const opensForReader = (opens: unknown): string =>
  `Opens ${formatMoment(new Date(String(opens)), undefined)}`;

export const formatDate = (date: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );

/** Milliseconds, an hour at most, since clocks may differ; false if nothing opens later. */
export function untilNextOpening(
  sections: readonly { readonly opens: unknown; readonly isOpen: boolean }[],
  now: Date,
): number | false {
  const openings = sections
    .filter(({ opens, isOpen }) => !isOpen && opens !== null)
    .map(({ opens }) => new Date(String(opens)).getTime());
  if (openings.length === 0) return false;
  return Math.min(3_600_000, Math.max(5000, Math.min(...openings) - now.getTime()));
}
