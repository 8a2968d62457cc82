/** How far below the screen a part may be when its script is fetched, in the notation of IntersectionObserver. */
const margin = "400px";

/**
 * Resolves when the part of the page comes near the screen: for parts that the server has sent as HTML already and whose
 * script can wait. At once on the server, and where the part is not in the page yet.
 */
export function whenNear(selector: string): Promise<void> {
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
