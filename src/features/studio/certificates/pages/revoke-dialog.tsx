import type { ReactNode } from "react";
import { TextArea } from "../../../../ui/field.tsx";
import { api } from "../../../../access/session.ts";
import { maxReasonLength } from "../policy.ts";
import { messages } from "../problems.ts";
import type { IssuedCertificate } from "./certificate-columns.tsx";
import { ReasonDialog } from "../../../shared/reason-dialog.tsx";

interface RevokeDialogProps {
  readonly certificate: IssuedCertificate;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

export function RevokeDialog({ certificate, onClose, onRevoked }: RevokeDialogProps): ReactNode {
  const { student, className } = certificate;
  return (
    <ReasonDialog
      effect={
        <>
          {student.name}’s certificate for “{className}” will be refused wherever it’s checked. This can’t be
          undone.
        </>
      }
      name="reason"
      confirmLabel="Yes, Take It Back!"
      busyLabel="Taking back …"
      check={(reason) => !reason && messages.noReason}
      onConfirm={async (reason) => {
        await api("POST /admin/certificates/{id}/revoke", {
          params: { id: certificate._id },
          body: { reason },
        });
        onRevoked();
      }}
      onClose={onClose}
    >
      {(field) => (
        <TextArea
          {...field}
          label="Reason"
          hint={`${student.name} gets it by email, and the audit log keeps it.`}
          rows={3}
          maxLength={maxReasonLength}
          required
        />
      )}
    </ReasonDialog>
  );
}
