import { useEffect, useState } from "react";

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

const announcedMilliseconds = 6000;

/** Announces toasts, and shows their text (base.css) until the stack has loaded. */
export function Toasts() {
  const [stack, setStack] = useState<typeof import("./toast-stack.tsx")>();
  useEffect(
    () =>
      onToast((message) => {
        const line = document.createElement("p");
        line.textContent = message.text;
        document.getElementById(`toast-${message.kind}`)?.append(line);
        setTimeout(() => line.remove(), announcedMilliseconds);
        import("./toast-stack.tsx")
          .then((loaded) => {
            setStack(loaded);
            return loaded.showToast(message);
          })
          .catch(() => {});
      }),
    [],
  );
  return (
    <>
      <div className="toasts">
        <div id="toast-success" aria-live="polite" />
        <div id="toast-error" aria-live="assertive" />
      </div>
      {stack && <stack.ToastStack />}
    </>
  );
}
