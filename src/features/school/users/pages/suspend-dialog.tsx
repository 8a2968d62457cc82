import type { ReactNode } from "react";
import { TextArea } from "../../../../ui/field.tsx";
import { api } from "../../../../access/session.ts";
import { longestReason, messages } from "../policy.ts";
import { ReasonDialog } from "../../../shared/reason-dialog.tsx";
import type { ManagedUser } from "./user-columns.tsx";

interface SuspendDialogProps {
  readonly user: ManagedUser;
  readonly onClose: () => void;
  readonly onSuspended: () => void;
}

export function SuspendDialog({ user, onClose, onSuspended }: SuspendDialogProps): ReactNode {
  return (
    <ReasonDialog
      effect={
        <>
          {user.name} will be signed out and can’t log in until you reinstate them.
          {user.role === "instructor" &&
            " Their classes won’t be listed or sold. Students who have paid keep their classes."}
        </>
      }
      name="reason"
      confirmLabel="Yes, Suspend This User!"
      busyLabel="Suspending …"
      check={(reason) => {
        if (!reason) return messages.noReason;
        return reason.length > longestReason && messages.longReason;
      }}
      onConfirm={async (reason) => {
        await api("PATCH /users/suspend/{id}", { params: { id: user._id }, body: { reason } });
        onSuspended();
      }}
      onClose={onClose}
    >
      {(field) => (
        <TextArea
          {...field}
          label="Reason"
          hint={`${user.name} gets it by email, and the audit log keeps it.`}
          rows={3}
          maxLength={longestReason}
          required
        />
      )}
    </ReasonDialog>
  );
}
