const parts = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });
const ordinals = new Intl.PluralRules("en-US", { type: "ordinal" });
const suffixes: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };

/** "Jan 5th 2024" in the reader's time zone (section 9). */
export function formatDay(time: Date): string {
  const { month, day, year } = Object.fromEntries(
    parts.formatToParts(time).map(({ type, value }) => [type, value]),
  );
  return `${month} ${day}${suffixes[ordinals.select(Number(day))]} ${year}`;
}
