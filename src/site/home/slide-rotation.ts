import { type FocusEvent, useState, useSyncExternalStore } from "react";

const lessMotion = "(prefers-reduced-motion: reduce)";

function followMotion(changed: () => void): () => void {
  const query = matchMedia(lessMotion);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Pauses on hover and focus; off under reduced motion. Play overrides the hover and focus of its own click. */
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
