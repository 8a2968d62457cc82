import type { ComponentType, LazyExoticComponent } from "react";
import { type Load, lazyExtra } from "./lazy-part.tsx";

const margin = "400px";

/** Fetches the script when the server-rendered part nears the viewport. A failed load leaves the HTML in place. */
export const lazyWhenNear = <Props>(
  selector: string,
  load: Load<Props>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazyExtra(async () => {
    await whenNear(selector);
    return load();
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
