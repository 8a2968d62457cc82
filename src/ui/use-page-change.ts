import { type EffectCallback, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Runs after a change of page, or to another page of a list. The effect must not change. */
export function usePageChange(effect: EffectCallback): void {
  const { pathname, search } = useLocation();
  const page = pathname + String(/cursor=[^&]*/.exec(search));
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return undefined;
    shown.current = page;
    return effect();
  }, [page, effect]);
}

export const focusHeading = (): void =>
  document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
