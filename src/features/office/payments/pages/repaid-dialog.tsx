import type { ReactNode } from "react";
import { TextArea } from "../../../../ui/field.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import { api } from "../../../../access/session.ts";
import { longestReason, noteMissing } from "../policy.ts";
import type { CollectedPayment } from "./payment-columns.tsx";
import { ReasonDialog } from "../../../shared/reason-dialog.tsx";

interface RepaidDialogProps {
  readonly payment: CollectedPayment;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export default function RepaidDialog({ payment, onClose, onDone }: RepaidDialogProps): ReactNode {
  return (
    <ReasonDialog
      title="Mark as paid back?"
      effect={
        <>
          Only do this once you’ve paid {payment.studentName} the ${formatAmount(payment.total)} back another
          way.
          {payment.hasSeat && ` They’ll lose their seat in “${payment.className}”.`} We’ll email them.
        </>
      }
      name="note"
      confirmLabel="Mark as paid back"
      busyLabel="Saving …"
      check={(note) => !note && noteMissing}
      onConfirm={async (note) => {
        await api("POST /admin/payments/{id}/repaid", { params: { id: payment._id }, body: { note } });
        onDone();
      }}
      onClose={onClose}
    >
      {(field) => (
        <TextArea
          {...field}
          label="How it was paid back"
          hint="Visible to admins only, like “Bank transfer on May 4”."
          rows={2}
          maxLength={longestReason}
          required
        />
      )}
    </ReasonDialog>
  );
}
