/** What had the focus last outside dialogs, and all that it stood in: an element that was removed no longer knows. */
export let focusTrail: readonly Element[] = [];

if (typeof document !== "undefined") {
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element) || target.closest(".dialog")) return;
    const found: Element[] = [];
    for (let element: Element | null = target; element; element = element.parentElement) found.push(element);
    focusTrail = found;
  });
}
