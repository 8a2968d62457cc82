const names = new Intl.DisplayNames("en", { type: "language" });

/** BCP 47, without extensions. */
export function isLanguage(code: string): boolean {
  try {
    return names.of(code) !== undefined && /^[a-z]{2,3}(-|$)/.test(code);
  } catch {
    return false;
  }
}

export const languageName = (code: string): string => names.of(code) ?? code;
