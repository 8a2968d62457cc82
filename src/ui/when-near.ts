import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** How far below the screen a part may be when its script is fetched, in the notation of IntersectionObserver. */
const margin = "400px";

/**
 * A part of the page that the server has sent as HTML, and whose script comes when it is near the screen. It stays as it
 * was sent while the script cannot be had.
 */
export const lazyWhenNear = <Props>(
  selector: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    await whenNear(selector);
    for (;;) {
      try {
        return await load();
      } catch {
        await new Promise((online) => addEventListener("online", online, { once: true }));
      }
    }
  });

/** Resolves at once on the server, and where the part is not in the page yet. */
function whenNear(selector: string): Promise<void> {
  const part = typeof document === "undefined" ? null : document.querySelector(selector);
  if (!part) return Promise.resolve();
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: margin },
    );
    observer.observe(part);
  });
}
