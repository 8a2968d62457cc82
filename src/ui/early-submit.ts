/**
 * Runs in the page's head, before any other script has loaded. A form that is submitted early is held, since the browser
 * would send it to a URL that shows what was typed. A button that is clicked early is noted by its label.
 */
export const earlySubmitScript =
  'addEventListener("submit",function(e){var d=e.target.dataset;' +
  'if(d.needsScript){e.preventDefault();d.needsScript="pressed"}});' +
  'addEventListener("click",function(e){var b=e.target.closest("[data-early-click] button");' +
  // Capturing: React stops a click on a part that it has not hydrated yet.
  'if(b)b.closest("[data-early-click]").dataset.earlyClick=b.getAttribute("aria-label")},true)';

/** The script has come: sends the form if somebody has pressed its button already. */
export function replayEarlySubmit(form: HTMLFormElement | null): void {
  if (!form) return;
  const isPressed = form.dataset["needsScript"] === "pressed";
  delete form.dataset["needsScript"];
  // After the page is whole: what the form is sent with may be set by an effect.
  if (isPressed) setTimeout(() => form.requestSubmit());
}

/** Ref of an element with `data-early-click`: repeats the last click on one of its labeled buttons. */
export function replayEarlyClick(element: HTMLElement | null): void {
  const label = element?.dataset["earlyClick"];
  if (!element || label === undefined) return;
  delete element.dataset["earlyClick"];
  const button = [...element.querySelectorAll("button")].find(
    (candidate) => candidate.getAttribute("aria-label") === label,
  );
  if (button) setTimeout(() => button.click());
}
