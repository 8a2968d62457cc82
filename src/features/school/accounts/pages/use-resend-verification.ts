import { useState } from "react";
import { failureText } from "../../../../ui/connection.ts";
import { toast } from "../../../../ui/toast.tsx";

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
