import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormError, TextArea } from "../../ui/field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { api } from "../../features/accounts/session.ts";
import { refetchAdmin } from "./admin-queries.ts";
import { longestReason, messages } from "../../features/administration/policy.ts";
import type { ManagedUser } from "./user-columns.tsx";
import { asWritten } from "./text-of.ts";
import "./dialog-effect.css";

interface SuspendDialogProps {
  readonly user: ManagedUser;
  readonly onClose: () => void;
  readonly onSuspended: () => void;
}

export function SuspendDialog({ user, onClose, onSuspended }: SuspendDialogProps): ReactNode {
  const formId = useId();
  const { form, errors, isBusy, failure } = useForm<"reason">(
    ["reason"],
    ({ reason }) => {
      const { length } = asWritten(reason);
      if (length === 0) return { reason: messages.noReason };
      return length > longestReason ? { reason: messages.longReason } : {};
    },
    async ({ reason }) => {
      try {
        await api("PATCH /users/suspend/{id}", {
          params: { id: user._id },
          body: { reason: asWritten(reason) },
        });
      } finally {
        // Also after a rejection: another admin may have suspended the user.
        void refetchAdmin();
      }
      onSuspended();
    },
  );
  return (
    <Dialog
      title="Are you sure?"
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={formId} busy={isBusy && "Suspending …"}>
            Yes, Suspend This User!
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="dialog-effect">
        {user.name} will be signed out and can’t log in until you reinstate them.
        {user.role === "instructor" &&
          " Their classes won’t be listed or sold. Students who have paid keep their classes."}
      </p>
      <form {...form} id={formId}>
        <TextArea
          label="Reason"
          name="reason"
          hint={`${user.name} gets it by email, and the audit log keeps it.`}
          rows={3}
          maxLength={longestReason}
          required
          error={errors.reason}
          data-initial-focus
        />
        <FormError>{failure}</FormError>
      </form>
    </Dialog>
  );
}
