/** Holds submits before hydration (the browser would put the input into the URL) and records early clicks. */
export const earlySubmitScript =
  'addEventListener("submit",function(e){var d=e.target.dataset;' +
  'if(d.needsScript){e.preventDefault();d.needsScript="pressed"}});' +
  'addEventListener("click",function(e){var b=e.target.closest("[data-early-click] button");' +
  // Capture phase: React stops clicks on parts that it has not hydrated.
  'if(b)b.closest("[data-early-click]").dataset.earlyClick=b.getAttribute("aria-label")},true)';

export function replayEarlySubmit(form: HTMLFormElement | null): void {
  if (!form) return;
  const isPressed = form.dataset["needsScript"] === "pressed";
  delete form.dataset["needsScript"];
  // After effects, which may set what the form submits.
  if (isPressed) setTimeout(() => form.requestSubmit());
}

export function replayEarlyClick(element: HTMLElement | null): void {
  const label = element?.dataset["earlyClick"];
  if (!element || label === undefined) return;
  delete element.dataset["earlyClick"];
  const button = [...element.querySelectorAll("button")].find(
    (candidate) => candidate.getAttribute("aria-label") === label,
  );
  if (button) setTimeout(() => button.click());
}
