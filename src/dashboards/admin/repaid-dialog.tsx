import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormError, TextArea } from "../../ui/field.tsx";
import { formatAmount } from "../../ui/price.tsx";
import { useForm } from "../../ui/use-form.ts";
import { api } from "../../features/accounts/session.ts";
import { longestReason, noteMissing } from "../../features/payments/policy.ts";
import { refetchAdmin } from "./admin-queries.ts";
import type { CollectedPayment } from "./payment-columns.tsx";
import "./refund-dialog.css";

interface RepaidDialogProps {
  readonly payment: CollectedPayment;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function RepaidDialog({ payment, onClose, onDone }: RepaidDialogProps): ReactNode {
  const formId = useId();
  const { form, errors, isBusy, failure } = useForm<"note">(
    ["note"],
    ({ note }) => (note.trim() ? {} : { note: noteMissing }),
    async ({ note }) => {
      try {
        await api("POST /admin/payments/{id}/repaid", { params: { id: payment._id }, body: { note } });
        onDone();
      } catch (error) {
        // Another admin may have recorded it: refresh the list behind.
        void refetchAdmin();
        throw error;
      }
    },
  );
  return (
    <Dialog
      title="Mark as paid back?"
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={formId} busy={isBusy && "Saving …"}>
            Mark as paid back
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="refund-effect">
        Only do this once you’ve paid {payment.studentName} the ${formatAmount(payment.total)} back another
        way.
        {payment.hasSeat && ` They’ll lose their seat in “${payment.className}”.`} We’ll email them.
      </p>
      <form {...form} id={formId}>
        <TextArea
          label="How it was paid back"
          name="note"
          hint="Visible to admins only, like “Bank transfer on May 4”."
          rows={2}
          maxLength={longestReason}
          required
          error={errors.note}
          data-initial-focus
        />
        <FormError>{failure}</FormError>
      </form>
    </Dialog>
  );
}
