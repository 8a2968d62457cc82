import { Button, IconButton } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import { useState } from "react";
import { failureText } from "../../../../ui/connection.ts";
import { toast } from "../../../../ui/toast.tsx";

interface ActionsProps {
  readonly storageKey: string;
  readonly onDismiss: () => void;
}

export default function ConfirmEmailActions({ storageKey, onDismiss }: ActionsProps) {
  const { progress, send } = useResendVerification();
  return (
    <div className="row confirm-email-actions">
      <p role="status">{progress === "sent" && "Sent again."}</p>
      {progress !== "sent" && (
        <Button look="quiet" size="small" busy={progress === "sending" && "Sending…"} onClick={send}>
          Resend
        </Button>
      )}
      <IconButton
        label="Dismiss"
        onClick={() => {
          try {
            sessionStorage.setItem(storageKey, "yes");
          } catch {
            // Without storage, the reminder returns on the next page load.
          }
          onDismiss();
        }}
      >
        <Icon name="close" />
      </IconButton>
    </div>
  );
}

export function useResendVerification(): { progress: "idle" | "sending" | "sent"; send: () => void } {
  const [progress, setProgress] = useState<"idle" | "sending" | "sent">("idle");
  const send = async (): Promise<void> => {
    setProgress("sending");
    try {
      const { identity } = await import("../../../../identity/client.ts");
      await identity.resendVerification();
      setProgress("sent");
    } catch (error) {
      setProgress("idle");
      toast(failureText(error), "error");
    }
  };
  return { progress, send: () => void send() };
}
