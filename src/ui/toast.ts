export interface ToastMessage {
  readonly kind: "success" | "error";
  readonly text: string;
}

type Show = (message: ToastMessage) => void;
let shown: Show | undefined;
/** Until the page is listening. */
const waiting: ToastMessage[] = [];

/** Visible for three seconds (section 9), so never the only place that reports an error. */
export function toast(text: string, kind: ToastMessage["kind"] = "success"): void {
  if (shown) shown({ text, kind });
  else waiting.push({ text, kind });
}

export function onToast(show: Show): () => void {
  shown = show;
  for (const message of waiting.splice(0)) show(message);
  return () => {
    shown = undefined;
  };
}
