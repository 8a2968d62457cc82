import { focusTrail } from "./focus-trail.ts";
import { focusHeading } from "./use-page-change.ts";

/** Milliseconds. A control may go only with the answer to what it did. */
const watchedFor = 5000;

const controls = "a[href], button, input, select, textarea, summary, [tabindex='0']";

const takesFocus = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(":disabled, [inert] *") && element.checkVisibility();

/** Call after a dialog closes. Focuses the nearest control if the opener is gone or disabled. */
export const returnFocus = (): void => watchFocus(requestAnimationFrame, () => true);

function watchFocus(wait: (look: () => void) => void, mayMove: (start: Element | undefined) => boolean) {
  const start = focusTrail;
  let isOver = false;
  const look = (): void => {
    if (isOver || !isLost() || !mayMove(start[0])) return;
    const nearest = nearestTo(start);
    nearest?.focus({ preventScroll: nearest.matches("h1, main") });
  };
  const observer = new MutationObserver(() => wait(look));
  const stop = (): void => {
    isOver = true;
    observer.disconnect();
    clearTimeout(timer);
    for (const event of ["keydown", "pointerdown"]) document.removeEventListener(event, stop, true);
  };
  const timer = setTimeout(stop, watchedFor);
  for (const event of ["keydown", "pointerdown"]) document.addEventListener(event, stop, true);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
  wait(look);
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

/** After a change of page: the heading may come, or be replaced, with the page's data. */
export function keepHeadingFocused(): () => void {
  focusHeading();
  const observer = new MutationObserver(() => {
    if (isLost()) focusHeading();
  });
  const stop = (): void => observer.disconnect();
  observer.observe(document.body, { subtree: true, childList: true });
  for (const event of ["keydown", "pointerdown"]) addEventListener(event, stop, { once: true });
  setTimeout(stop, watchedFor);
  return stop;
}

/** Milliseconds: a page that knows a better place for the focus goes first. */
const courtesy = 200;

// A pressed button that goes with what it did takes the focus along. Links lead to pages, which set it themselves.
if (typeof document !== "undefined")
  document.addEventListener("click", () =>
    watchFocus(
      (look) => setTimeout(look, courtesy),
      (pressed) => pressed?.isConnected === false && !pressed.matches("a"),
    ),
  );
