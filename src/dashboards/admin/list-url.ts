/** What a list's address holds, and the addresses of its other pages. */

/** The words that are sought, if any. */
export const wordsIn = (search: URLSearchParams): string | undefined => search.get("q")?.trim() || undefined;

/** The value where it is one of the known ones: addresses are typed by hand, too. */
export const oneOf = <const T extends string>(value: string | null, known: readonly T[]): T | undefined =>
  known.find((each) => each === value);

/** How many rows come before this page. */
export const rowsBefore = (search: URLSearchParams): number => Number(search.get("from")) || 0;

export function firstPage(search: URLSearchParams): string {
  const first = new URLSearchParams(search);
  first.delete("cursor");
  first.delete("from");
  return `?${first}`;
}

/** @param cursor where it begins @param before how many rows come before it */
export function nextPage(search: URLSearchParams, cursor: string, before: number): string {
  const next = new URLSearchParams(search);
  next.set("cursor", cursor);
  next.set("from", String(before));
  return `?${next}`;
}
