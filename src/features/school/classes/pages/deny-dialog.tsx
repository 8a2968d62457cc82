import { type ReactNode, useRef, useState } from "react";
import { ApiError } from "../../../../http/client.ts";
import { TextArea } from "../../../../ui/field.tsx";
import { api } from "../../../../access/session.ts";
import { maxLength, messages } from "../policy.ts";
import type { ManagedClassFacts } from "./managed-class.tsx";
import { ReasonDialog } from "../../../shared/reason-dialog.tsx";

interface DenyDialogProps {
  readonly item: ManagedClassFacts;
  readonly onClose: () => void;
  readonly onDenied: () => void;
}

export default function DenyDialog({ item, onClose, onDenied }: DenyDialogProps): ReactNode {
  const [first] = useState(item.feedback ?? "");
  const base = useRef(first);
  return (
    <ReasonDialog
      effect={`“${item.className}” won’t be listed, and you can’t undo this. ${item.instructorName} will be emailed, and can change the class and send it again.`}
      name="feedback"
      confirmLabel="Yes, Deny This Class"
      busyLabel="Denying …"
      check={(feedback) => feedback.length > maxLength.feedback && messages.longFeedback}
      onConfirm={async (feedback) => {
        const params = { id: item._id };
        try {
          await api("PATCH /admin/deny/class/{id}", { params, body: { feedback, base: base.current } });
        } catch (error) {
          if (!(error instanceof ApiError && error.code === "feedback-changed-meanwhile")) throw error;
          const { feedback: theirs = "" } = await api("GET /class/{id}", { params });
          base.current = theirs;
          throw new Error(
            theirs
              ? `Another admin wrote feedback while you were writing: “${theirs}” Deny again to replace it with yours.`
              : "Another admin removed the feedback while you were writing. Deny again to send yours.",
            { cause: error },
          );
        }
        onDenied();
      }}
      onClose={onClose}
    >
      {(field) => (
        <TextArea
          {...field}
          label="Feedback (optional)"
          hint={`Tell ${item.instructorName} what to change. It’s in the email, and beside the class.`}
          rows={5}
          defaultValue={first}
        />
      )}
    </ReasonDialog>
  );
}
