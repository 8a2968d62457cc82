import { focusTrail } from "./focus-trail.ts";

/** Milliseconds. A refetch may remove the opener after the dialog has closed. */
const watchedFor = 5000;

const controls = "a[href], button, input, select, textarea, summary, [tabindex='0']";

const takesFocus = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(":disabled, [inert] *") && element.checkVisibility();

/** Call after a dialog closes. Focuses the nearest control when the opener is gone or disabled. */
export function returnFocus(): void {
  const start = focusTrail;
  const look = (): void => {
    if (!isLost()) return;
    const nearest = nearestTo(start);
    nearest?.focus({ preventScroll: nearest.matches("h1, main") });
  };
  const observer = new MutationObserver(() => requestAnimationFrame(look));
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of ["keydown", "pointerdown"]) document.removeEventListener(event, stop, true);
  };
  const timer = setTimeout(stop, watchedFor);
  for (const event of ["keydown", "pointerdown"]) document.addEventListener(event, stop, true);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
  requestAnimationFrame(look);
}

const isLost = (): boolean =>
  (document.activeElement === null || document.activeElement === document.body) &&
  !document.querySelector("dialog[open]");

function nearestTo(start: readonly Element[]): HTMLElement | undefined {
  for (const element of start) {
    if (element.matches("main, body, html")) break;
    if (!element.isConnected) continue;
    const within = [element, ...element.querySelectorAll(controls)].find(
      (each): each is HTMLElement =>
        each instanceof HTMLElement && each.matches(controls) && takesFocus(each),
    );
    if (within) return within;
  }
  const main = document.querySelector<HTMLElement>("main");
  const heading =
    main?.querySelector<HTMLElement>("h1[tabindex]") ?? document.querySelector<HTMLElement>("h1[tabindex]");
  if (heading) return heading;
  if (main) main.tabIndex = -1;
  return main ?? undefined;
}
