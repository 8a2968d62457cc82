import { useState } from "react";
import { identity } from "../../identity/client.ts";
import { toast } from "../../ui/toast.ts";

/** Mails the signed-in person another link to confirm the email. */
export function useResend(): { progress: "idle" | "sending" | "sent"; send: () => void } {
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
  return { progress, send: () => void send() };
}
