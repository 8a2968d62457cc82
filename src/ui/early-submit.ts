/** Holds submits before hydration (the browser would put the input into the URL) and records early clicks. */
export const earlySubmitScript =
  'addEventListener("submit",function(e){var d=e.target.dataset;' +
  'if(d.needsScript){e.preventDefault();d.needsScript="pressed"}});' +
  // Capture phase: React stops clicks on components that are not hydrated.
  'addEventListener("click",function(e){var b=e.target.closest("[data-early-click]");' +
  'if(b)b.dataset.earlyClick="pressed"},true)';

export function replayEarlySubmit(form: HTMLFormElement | null): void {
  if (!form) return;
  const isPressed = form.dataset["needsScript"] === "pressed";
  delete form.dataset["needsScript"];
  // After effects, which may change the submitted values.
  if (isPressed) setTimeout(() => form.requestSubmit());
}

/** A `ref` for buttons with `data-early-click`. */
export function replayEarlyClick(button: HTMLElement | null): void {
  if (button?.dataset["earlyClick"]) setTimeout(() => button.click());
  delete button?.dataset["earlyClick"];
}
