import { Suspense, useState } from "react";
import { useLocation } from "react-router";
import { lazyExtra } from "../../../../ui/lazy-part.tsx";
import "./confirm-email.css";

/** Beyond the budget of some pages. The text isn't lazy: arriving late, it would shift the page under the pointer. */
const Actions = lazyExtra(() => import("./confirm-email-actions.tsx"));

const storageKey = "confirm-email-dismissed";

/** Only Google sign-in requires a confirmed email. */
export function ConfirmEmail({ email }: { readonly email: string }) {
  const { pathname } = useLocation();
  const [isDismissed, setDismissed] = useState(wasDismissed);
  if (isDismissed || pathname.startsWith("/dashboard/payment/")) return null;
  return (
    <aside className="confirm-email" aria-label="Confirm your email">
      <p>Confirm your email: we sent a link to {email}.</p>
      <Suspense>
        <Actions storageKey={storageKey} onDismiss={() => setDismissed(true)} />
      </Suspense>
    </aside>
  );
}

function wasDismissed(): boolean {
  try {
    return !!sessionStorage.getItem(storageKey);
  } catch {
    return false;
  }
}
