import type { ReactNode } from "react";
import { TextArea } from "../../../../ui/field.tsx";
import { api } from "../../../../access/session.ts";
import type { ApplicationDecision } from "../../users/policy.ts";
import type { WaitingApplication } from "./applications-page.tsx";
import { longNote, longestNote } from "../policy.ts";
import { ReasonDialog } from "../../../shared/reason-dialog.tsx";

const words = {
  accepted: {
    path: "PATCH /admin/accept/application/{id}",
    confirm: "Yes, Accept This Application!",
    busy: "Accepting …",
    hint: "Goes into the welcome email.",
  },
  declined: {
    path: "PATCH /admin/decline/application/{id}",
    confirm: "Yes, Decline This Application!",
    busy: "Declining …",
    hint: "Say why, and what would help. It goes into the email, and they see it on the Teach page.",
  },
} as const;

interface ApplicationDialogProps {
  readonly application: WaitingApplication;
  readonly decision: ApplicationDecision;
  readonly onClose: () => void;
  readonly onDecided: () => void;
}

export function ApplicationDialog({
  application: { _id, applicant },
  decision,
  onClose,
  onDecided,
}: ApplicationDialogProps): ReactNode {
  const { path, confirm, busy, hint } = words[decision];
  return (
    <ReasonDialog
      effect={
        decision === "accepted"
          ? `${applicant.name} will be able to add classes, and won’t be able to buy them any more.`
          : `${applicant.name} stays a student, and can apply again after 30 days.`
      }
      name="note"
      confirmLabel={confirm}
      busyLabel={busy}
      check={(note) => note.length > longestNote && longNote}
      onConfirm={async (note) => {
        await api(path, { params: { id: _id }, body: { note } });
        onDecided();
      }}
      onClose={onClose}
    >
      {(field) => <TextArea {...field} label="Note (optional)" hint={hint} rows={4} />}
    </ReasonDialog>
  );
}
