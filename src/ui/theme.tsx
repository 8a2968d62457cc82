import { useSyncExternalStore } from "react";
import { IconButton } from "./button.tsx";
import { Icon } from "./icons.tsx";

export type Theme = "light" | "dark";

/** Runs in the head before the first paint (section 4): stored theme, then system preference, then dark. */
export const themeScript =
  'try{var t=localStorage.getItem("theme")}catch(e){}' +
  'document.documentElement.dataset.theme=t==="light"||t==="dark"?t:matchMedia("(prefers-color-scheme: light)").matches?"light":"dark";';

const storageKey = "theme";
const listeners = new Set<() => void>();

function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is disabled: the theme lasts for this visit.
  }
  show(theme);
}

function show(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  for (const listener of listeners) listener();
}

function followOtherTabs({ key, newValue }: StorageEvent): void {
  if (key === storageKey && (newValue === "light" || newValue === "dark")) show(newValue);
}

/** Undefined on the server. */
export function useTheme(): Theme | undefined {
  return useSyncExternalStore<Theme | undefined>(
    (listener) => {
      // Added once: a browser ignores a listener that it has.
      addEventListener("storage", followOtherTabs);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (document.documentElement.dataset["theme"] === "dark" ? "dark" : "light"),
    () => undefined,
  );
}

export function ThemeToggle() {
  const theme = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  return (
    <IconButton label={`Switch to the ${other} theme`} onClick={() => setTheme(other)}>
      <Icon name={theme === "dark" ? "sun" : "moon"} />
    </IconButton>
  );
}
