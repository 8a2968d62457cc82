/** Holds submits before hydration (the browser would put the input into the URL) and records early clicks. */
export const earlySubmitScript =
  'addEventListener("submit",function(e){var d=e.target.dataset;' +
  'if(d.needsScript){e.preventDefault();d.needsScript="pressed"}});' +
  // Capture phase: React stops clicks on components that are not hydrated. Of neighbors, the last one pressed counts.
  'addEventListener("click",function(e){' +
  'var b=e.target.closest("[data-early-click]:not([type=submit],[popovertarget])"),n;if(!b)return;' +
  'for(n of b.parentNode.children)if(n.dataset.earlyClick)n.dataset.earlyClick="";' +
  'b.dataset.earlyClick="pressed"},true)';

export function replayEarlySubmit(form: HTMLFormElement | null): void {
  if (!form) return;
  const isPressed = form.dataset["needsScript"] === "pressed";
  delete form.dataset["needsScript"];
  // After effects, which may change the submitted values.
  if (isPressed) setTimeout(() => form.requestSubmit());
}

/** Props for a button. */
export const catchesEarlyClick = {
  "data-early-click": "",
  ref: (button: HTMLElement | null): void => {
    if (button?.dataset["earlyClick"]) setTimeout(() => button.click());
    delete button?.dataset["earlyClick"];
  },
};
