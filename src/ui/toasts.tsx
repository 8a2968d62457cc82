import { type ReactNode, useEffect, useState } from "react";
import { onToast } from "./toast.ts";

const announcedMilliseconds = 6000;

/** Announces toasts, and shows their text (base.css) until the stack has loaded. */
export function Toasts(): ReactNode {
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
