import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";

/**
 * Runs in the page's head before the first paint (section 4): the stored theme, else light if the system prefers light,
 * else dark.
 */
export const themeScript =
  'try{var t=localStorage.getItem("theme")}catch(e){}' +
  'document.documentElement.dataset.theme=t==="light"||t==="dark"?t:matchMedia("(prefers-color-scheme: light)").matches?"light":"dark";';

const listeners = new Set<() => void>();

/** Sets the theme for this visit and, where the browser lets us store it, for the next ones. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Storage is switched off: the theme holds until the page is left.
  }
  for (const listener of listeners) listener();
}

/** The theme that is shown; undefined on the server, which cannot know it. */
export function useTheme(): Theme | undefined {
  return useSyncExternalStore<Theme | undefined>(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (document.documentElement.dataset["theme"] === "dark" ? "dark" : "light"),
    () => undefined,
  );
}
