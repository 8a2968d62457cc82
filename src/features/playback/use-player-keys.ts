import { type RefObject, useEffect, useRef } from "react";

/** Keys that work while the focus is inside the frame, and nothing is being typed. */
export function usePlayerKeys(
  frame: RefObject<HTMLElement | null>,
  keys: Readonly<Record<string, () => void>>,
): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  }, [keys]);
  useEffect(() => {
    const element = frame.current;
    const act = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as HTMLElement).matches("input, select, textarea")) return;
      // The browser's controls and buttons have their own use for the space bar.
      if (event.key === " " && event.target !== element) return;
      const action = current.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    element?.addEventListener("keydown", act);
    return () => element?.removeEventListener("keydown", act);
  }, [frame]);
}
