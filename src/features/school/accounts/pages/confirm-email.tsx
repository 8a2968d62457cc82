import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { Button, IconButton } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import { useResendVerification } from "./use-resend-verification.ts";
import "./confirm-email.css";

const storageKey = "confirm-email-dismissed";

/** Only Google sign-in requires a confirmed email. */
export default function ConfirmEmail({ email }: { readonly email: string }): ReactNode {
  const { pathname } = useLocation();
  const [isDismissed, setDismissed] = useState(wasDismissed);
  const { progress, send } = useResendVerification();
  if (isDismissed || pathname.startsWith("/dashboard/payment/")) return null;
  return (
    <aside className="confirm-email" aria-label="Confirm your email">
      <p role="status">
        {progress === "sent" ? `New link sent to ${email}.` : `We sent a confirmation link to ${email}.`}
      </p>
      {progress !== "sent" && (
        <Button look="quiet" size="small" busy={progress === "sending" && "Sending …"} onClick={send}>
          Resend
        </Button>
      )}
      <IconButton
        label="Dismiss"
        onClick={() => {
          dismiss();
          setDismissed(true);
        }}
      >
        <Icon name="close" />
      </IconButton>
    </aside>
  );
}

function wasDismissed(): boolean {
  try {
    return sessionStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

function dismiss(): void {
  try {
    sessionStorage.setItem(storageKey, "yes");
  } catch {
    // Without storage, the reminder returns on the next page load.
  }
}
