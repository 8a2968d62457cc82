import { type RefObject, useEffect, useRef } from "react";

/** Active while the focus is inside the frame and not in a text field. */
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
      const { target } = event;
      if (!(target instanceof Element) || target.matches("input:not([type=range]), select, textarea")) return;
      // It presses the button.
      if (event.key === " " && target.matches("button")) return;
      if (event.key.startsWith("Arrow") && target.matches("input")) return;
      const action = current.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    element?.addEventListener("keydown", act);
    return () => element?.removeEventListener("keydown", act);
  }, [frame]);
}
