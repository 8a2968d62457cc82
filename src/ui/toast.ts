/** What a toast says, and whether it is good news. */
export interface ToastMessage {
  readonly kind: "success" | "error";
  readonly text: string;
}

type Show = (message: ToastMessage) => void;
let shown: Show | undefined;
const waiting: ToastMessage[] = [];

/**
 * Shows a passing message at the top right for three seconds (section 9). Never the only place where an error is told.
 * The toasts' own code is loaded with the first one.
 */
export function toast(text: string, kind: ToastMessage["kind"] = "success"): void {
  if (shown) shown({ text, kind });
  else waiting.push({ text, kind });
}

/** Makes `show` the place where toasts appear, beginning with those that wait. Returns how to end that. */
export function onToast(show: Show): () => void {
  shown = show;
  for (const message of waiting.splice(0)) show(message);
  return () => {
    shown = undefined;
  };
}
