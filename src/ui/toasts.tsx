import { type ReactNode, Suspense, lazy, useEffect, useState } from "react";
import { onFirstToast } from "./toast.ts";

const ToastStack = lazy(() => import("./toast-stack.tsx"));

export function Toasts(): ReactNode {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => onFirstToast(() => setNeeded(true)), []);
  return isNeeded ? (
    <Suspense>
      <ToastStack />
    </Suspense>
  ) : null;
}
