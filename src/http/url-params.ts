/** Splits as Fastify's router does, so that a cache key and the handler's input agree. */
export function splitUrl(url: string): readonly [path: string, query: string] {
  const at = url.search(/[?#]/);
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}

/** Decodes as `keepParams` does. A repeated name gives an array. */
export function parseQuery(query: string): Record<string, string | string[]> {
  const byName = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const known = byName.get(name);
    if (Array.isArray(known)) known.push(value);
    else byName.set(name, known === undefined ? value : [known, value]);
  }
  return Object.fromEntries(byName);
}

/** Keeps only the named parameters, in one order. Empty, or begins with `?`. */
export function keepParams(query: string, names: readonly string[]): string {
  if (query === "" || names.length === 0) return "";
  const kept = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => names.includes(name)));
  kept.sort();
  return kept.size > 0 ? `?${kept}` : "";
}
