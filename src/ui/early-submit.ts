/**
 * Runs in the page's head: holds a form that is sent before its script has come, which the browser would otherwise send by
 * itself, into an address that shows what was typed. The script then sends it.
 */
export const earlySubmitScript =
  'addEventListener("submit",function(e){var d=e.target.dataset;' +
  'if(d.needsScript){e.preventDefault();d.needsScript="pressed"}})';

/** The script has come: sends the form if somebody has pressed its button already. */
export function comeAlive(form: HTMLFormElement | null): void {
  if (!form) return;
  const isPressed = form.dataset["needsScript"] === "pressed";
  delete form.dataset["needsScript"];
  // After the page is whole: what the form is sent with may be set by an effect.
  if (isPressed) setTimeout(() => form.requestSubmit());
}
