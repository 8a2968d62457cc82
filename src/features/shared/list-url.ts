export const wordsIn = (search: URLSearchParams): string | undefined => search.get("q")?.trim() || undefined;

/** Users may edit the URL, so unknown values are dropped. */
export const oneOf = <const T extends string>(value: string | null, known: readonly T[]): T | undefined =>
  known.find((each) => each === value);

export const rowsBefore = (search: URLSearchParams): number => Number(search.get("from")) || 0;

export function firstPage(search: URLSearchParams): string {
  const first = new URLSearchParams(search);
  first.delete("cursor");
  first.delete("from");
  return `?${first}`;
}

export function nextPage(search: URLSearchParams, cursor: string, before: number): string {
  const next = new URLSearchParams(search);
  next.set("cursor", cursor);
  next.set("from", String(before));
  return `?${next}`;
}
