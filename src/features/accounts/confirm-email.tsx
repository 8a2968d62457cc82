import { type ReactNode, useState } from "react";
import { identity } from "../../identity/client.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import "./confirm-email.css";

/** Reminds somebody whose address is not confirmed, and mails the link again. Nothing waits for it but Google sign-in. */
export function ConfirmEmail({ email }: { readonly email: string }): ReactNode {
  const [progress, setProgress] = useState<"idle" | "sending" | "sent">("idle");
  const send = async (): Promise<void> => {
    setProgress("sending");
    try {
      await identity.resendVerification();
      setProgress("sent");
    } catch (error) {
      setProgress("idle");
      toast(error instanceof Error ? error.message : String(error), "error");
    }
  };
  return (
    <aside className="confirm-email" aria-label="Your e-mail address">
      <p role="status">
        {progress === "sent"
          ? `A new link is on its way to ${email}.`
          : `We mailed a link to ${email}. Open it to confirm your address.`}
      </p>
      {progress !== "sent" && (
        <Button
          look="quiet"
          size="small"
          busy={progress === "sending" && "Sending …"}
          onClick={() => void send()}
        >
          Mail it again
        </Button>
      )}
    </aside>
  );
}
