const primary = (language: string): string => language.toLowerCase().split("-")[0] ?? "";

/** The first preferred language in any regional form, or else the first available. */
export function captionLanguage(
  available: readonly string[],
  preferred: readonly string[] = navigator.languages,
): string | undefined {
  for (const wanted of preferred) {
    const exact = available.find((language) => language.toLowerCase() === wanted.toLowerCase());
    const found = exact ?? available.find((language) => primary(language) === primary(wanted));
    if (found) return found;
  }
  return available[0];
}
