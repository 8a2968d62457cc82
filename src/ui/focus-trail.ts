/** The last focused element outside dialogs and its ancestors: a removed element no longer knows its ancestors. */
export let focusTrail: readonly Element[] = [];

if (typeof document !== "undefined") {
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element) || target.closest(".dialog")) return;
    const found: Element[] = [];
    for (let element: Element | null = target; element; element = element.parentElement) found.push(element);
    focusTrail = found;
  });
}
