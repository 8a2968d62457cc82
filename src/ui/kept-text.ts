/** Text that is kept in the browser. A storage that is full, disabled or blocked stops no page. */

export const readText = (key: string): string | null => attempt(() => localStorage.getItem(key)) ?? null;

export const writeText = (key: string, text: string): void => attempt(() => localStorage.setItem(key, text));

export const removeText = (key: string): void => attempt(() => localStorage.removeItem(key));

export const keptKeys = (): readonly string[] => attempt(() => Object.keys(localStorage)) ?? [];

/** @param formerKey as until 2026-11-29, without the person */
export function readDraft(key: string, formerKey: string): unknown {
  return attempt(() => {
    const former = localStorage.getItem(formerKey);
    if (former !== null) localStorage.setItem(key, localStorage.getItem(key) ?? former);
    localStorage.removeItem(formerKey);
    return JSON.parse(localStorage.getItem(key) ?? "null");
  });
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
