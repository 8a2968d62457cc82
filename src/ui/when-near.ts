import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const margin = "400px";

/** Fetches the script when the server-rendered part nears the viewport. A failed load leaves the HTML in place. */
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
