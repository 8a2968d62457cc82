import { type ReactNode, useId, useState } from "react";
import { systemClock } from "../../platform/clock.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormError, TextArea } from "../../ui/field.tsx";
import { formatAmount } from "../../ui/price.tsx";
import { useForm } from "../../ui/use-form.ts";
import type { CallAnswer } from "../../http/contract.ts";
import { api } from "../../features/accounts/session.ts";
import type { paymentsContract } from "../../features/payments/contract.ts";
import { longestReason, reasonMissing } from "../../features/payments/policy.ts";
import { refetchAdmin } from "./admin-queries.ts";
import type { CollectedPayment } from "./payment-columns.tsx";
import "./refund-dialog.css";

const day = 86_400_000;
/** Set by the refund policy. */
const policyDays = 7;

const daysSince = (date: unknown): number =>
  Math.floor((systemClock.now().getTime() - new Date(String(date)).getTime()) / day);

interface RefundDialogProps {
  readonly payment: CollectedPayment;
  readonly onClose: () => void;
  readonly onDecided: (outcome: RefundOutcome) => void;
}

export type RefundOutcome = CallAnswer<
  (typeof paymentsContract)["POST /admin/payments/{id}/refund"]
>["refundStatus"];

export function RefundDialog({ payment, onClose, onDecided }: RefundDialogProps): ReactNode {
  const formId = useId();
  const [days] = useState(() => daysSince(payment.date));
  const { form, errors, isBusy, failure } = useForm<"reason">(
    ["reason"],
    ({ reason }) => (reason.trim() ? {} : { reason: reasonMissing }),
    async ({ reason }) => {
      try {
        const { refundStatus } = await api("POST /admin/payments/{id}/refund", {
          params: { id: payment._id },
          body: { reason },
        });
        onDecided(refundStatus);
      } catch (error) {
        // Another admin may have refunded it: refresh the list behind.
        void refetchAdmin();
        throw error;
      }
    },
  );
  const total = `$${formatAmount(payment.total - payment.refundedAmount)}`;
  return (
    <Dialog
      title={`Refund ${total}?`}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={formId} busy={isBusy && "Refunding …"}>
            Yes, Refund {total}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="refund-effect">
        {payment.studentName} will get {total} back
        {payment.hasSeat
          ? ` and lose their seat in “${payment.className}”`
          : ` for “${payment.className}”`}.{" "}
        {days >= policyDays
          ? `They paid ${days} days ago: the refund policy ends after ${policyDays}.`
          : `They paid ${days === 0 ? "less than a day" : days === 1 ? "1 day" : `${days} days`} ago.`}
      </p>
      <form {...form} id={formId}>
        <TextArea
          label="Reason"
          name="reason"
          hint="Visible to admins only."
          rows={2}
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
