import { type FocusEvent, useState, useSyncExternalStore } from "react";

const lessMotion = "(prefers-reduced-motion: reduce)";

function followMotion(changed: () => void): () => void {
  const query = matchMedia(lessMotion);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/**
 * Whether the slides turn by themselves. They rest while the pointer or the focus is on them, and never begin where less
 * motion is asked for. Who presses Play is standing on the slides: what held them is let go.
 */
export function useRotation() {
  const [asked, setAsked] = useState<boolean>();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const prefersStill = useSyncExternalStore(
    followMotion,
    () => matchMedia(lessMotion).matches,
    () => false,
  );
  const isWanted = asked ?? !prefersStill;
  return {
    isWanted,
    isRunning: isWanted && !isHovered && !isFocused,
    toggle: () => {
      setAsked(!isWanted);
      setHovered(false);
      setFocused(false);
    },
    holders: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}
