/** The `ref` of a button with `data-early-click`: repeats what `early-submit.ts` noted. */
export function replayEarlyClick(button: HTMLElement | null): void {
  if (button?.dataset["earlyClick"]) setTimeout(() => button.click());
  delete button?.dataset["earlyClick"];
}
