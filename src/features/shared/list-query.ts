/** Milliseconds between refetches, to show changes by others. */
export const refetchInterval = 5000;

export const wordsIn = (search: URLSearchParams): string | undefined => search.get("q")?.trim() || undefined;

/** Finds a name, of which searches take 100 characters; half a character would make `encodeURIComponent` throw. */
export const searchFor = (name: string): string =>
  `q=${encodeURIComponent(name.slice(0, 100).replace(/[\ud800-\udbff]$/, ""))}`;

/** Users may edit the URL, so unknown values are dropped. */
export const oneOf = <const T extends string>(value: string | null, known: readonly T[]): T | undefined =>
  known.find((each) => each === value);
