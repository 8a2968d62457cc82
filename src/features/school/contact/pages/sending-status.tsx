import type { ReactNode } from "react";
import { Icon } from "../../../../ui/icons.tsx";
import { MailIcon } from "./mail-icon.tsx";
import "./sending-status.css";

export type SendingState = "idle" | "sending" | "sent" | "failed";

/** Wording from section 4 of the specification. */
const texts = {
  sending: "Sending...",
  sent: "Message Sent Successfully!",
  failed: "Failed to send message. Please try again later.",
} as const;

interface SendingStatusProps {
  readonly state: SendingState;
  readonly reason?: string | undefined;
}

export function SendingStatus({ state, reason }: SendingStatusProps): ReactNode {
  return (
    <div role="status" className="sending-status">
      {state !== "idle" && (
        <p className={`is-${state}`}>
          <StatusIcon state={state} />
          <span>
            {texts[state]}
            {state === "failed" && reason && <small>{reason}</small>}
          </span>
        </p>
      )}
    </div>
  );
}

function StatusIcon({ state }: { readonly state: Exclude<SendingState, "idle"> }): ReactNode {
  switch (state) {
    case "sending":
      return <MailIcon />;
    case "sent":
      return <Icon name="check" />;
    case "failed":
      return <Icon name="alert" />;
  }
}
