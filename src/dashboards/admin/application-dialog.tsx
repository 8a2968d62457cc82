import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormError, TextArea } from "../../ui/field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { api } from "../../features/accounts/session.ts";
import type { ApplicationDecision } from "../../features/applications/policy.ts";
import type { WaitingApplication } from "./applications-page.tsx";
import { refetchAdmin } from "./admin-queries.ts";
import { longestNote, messages } from "../../features/administration/policy.ts";
import { asWritten } from "./text-of.ts";
import "./dialog-effect.css";

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
  const formId = useId();
  const { path, confirm, busy, hint } = words[decision];
  const { form, errors, isBusy, failure } = useForm<"note">(
    ["note"],
    ({ note }) => (asWritten(note).length > longestNote ? { note: messages.longNote } : {}),
    async ({ note }) => {
      try {
        await api(path, { params: { id: _id }, body: { note: asWritten(note) } });
      } finally {
        // Also after a rejection: another admin may have decided.
        void refetchAdmin();
      }
      onDecided();
    },
  );
  return (
    <Dialog
      title="Are you sure?"
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={formId} busy={isBusy && busy}>
            {confirm}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="dialog-effect">
        {decision === "accepted"
          ? `${applicant.name} will be able to add classes, and won’t be able to buy them any more.`
          : `${applicant.name} stays a student, and can apply again after 30 days.`}
      </p>
      <form {...form} id={formId}>
        <TextArea
          label="Note (optional)"
          name="note"
          hint={hint}
          rows={4}
          error={errors.note}
          data-initial-focus
        />
        <FormError>{failure}</FormError>
      </form>
    </Dialog>
  );
}
