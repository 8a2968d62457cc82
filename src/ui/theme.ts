import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";

/**
 * Runs in the page's head before the first paint (section 4): the stored theme, else light if the system prefers light,
 * else dark.
 */
export const themeScript =
  'try{var t=localStorage.getItem("theme")}catch(e){}' +
  'document.documentElement.dataset.theme=t==="light"||t==="dark"?t:matchMedia("(prefers-color-scheme: light)").matches?"light":"dark";';

const storageKey = "theme";
const listeners = new Set<() => void>();

/** Sets the theme for this visit and, where the browser lets us store it, for the next ones. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is switched off: the theme holds until the page is left.
  }
  show(theme);
}

function show(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  for (const listener of listeners) listener();
}

/** Another tab has changed the theme. */
function showFromElsewhere({ key, newValue }: StorageEvent): void {
  if (key === storageKey && (newValue === "light" || newValue === "dark")) show(newValue);
}

/** The theme that is shown; undefined on the server, which cannot know it. */
export function useTheme(): Theme | undefined {
  return useSyncExternalStore<Theme | undefined>(
    (listener) => {
      if (listeners.size === 0) addEventListener("storage", showFromElsewhere);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener("storage", showFromElsewhere);
      };
    },
    () => (document.documentElement.dataset["theme"] === "dark" ? "dark" : "light"),
    () => undefined,
  );
}
