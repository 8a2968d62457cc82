import { type ReactNode, Suspense, lazy, useEffect, useState } from "react";
import { type ToastMessage, onToast } from "./toast.ts";

const ToastStack = lazy(() => import("./toast-stack.tsx"));

export function Toasts(): ReactNode {
  const [first, setFirst] = useState<ToastMessage>();
  useEffect(() => (first ? undefined : onToast(setFirst)), [first]);
  return first ? (
    <Suspense>
      <ToastStack first={first} />
    </Suspense>
  ) : null;
}
