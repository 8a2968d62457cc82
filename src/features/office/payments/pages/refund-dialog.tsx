import { type ReactNode, useState } from "react";
import { systemClock } from "../../../../platform/clock.ts";
import { TextArea } from "../../../../ui/field.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import type { CallAnswer } from "../../../../http/contract.ts";
import { api } from "../../../../access/session.ts";
import type { paymentsContract } from "../contract.ts";
import { longestReason, reasonMissing } from "../policy.ts";
import { limitDays } from "../refund-standing.ts";
import type { CollectedPayment } from "./payment-columns.tsx";
import { ReasonDialog } from "../../../shared/reason-dialog.tsx";

const day = 86_400_000;

const daysSince = (date: unknown): number =>
  Math.floor((systemClock.now().getTime() - new Date(String(date)).getTime()) / day);

export type RefundablePayment = Pick<
  CollectedPayment,
  "_id" | "className" | "studentName" | "total" | "refundedAmount" | "date" | "hasSeat"
>;

interface RefundDialogProps {
  readonly payment: RefundablePayment;
  readonly onClose: () => void;
  readonly onDecided: (outcome: RefundOutcome) => void;
}

export type RefundOutcome = CallAnswer<
  (typeof paymentsContract)["POST /admin/payments/{id}/refund"]
>["refundStatus"];

export default function RefundDialog({ payment, onClose, onDecided }: RefundDialogProps): ReactNode {
  const [days] = useState(() => daysSince(payment.date));
  const total = `$${formatAmount(payment.total - payment.refundedAmount)}`;
  return (
    <ReasonDialog
      title={`Refund ${total}?`}
      effect={
        <>
          {payment.studentName} will get {total} back
          {payment.hasSeat ? ` and lose their seat in “${payment.className}”` : ` for “${payment.className}”`}
          .{" "}
          {days >= limitDays
            ? `They paid ${days} days ago: the refund policy ends after ${limitDays}.`
            : `They paid ${days === 0 ? "less than a day" : days === 1 ? "1 day" : `${days} days`} ago.`}
        </>
      }
      name="reason"
      confirmLabel={`Yes, Refund ${total}`}
      busyLabel="Refunding …"
      check={(reason) => !reason && reasonMissing}
      onConfirm={async (reason) => {
        const { refundStatus } = await api("POST /admin/payments/{id}/refund", {
          params: { id: payment._id },
          body: { reason },
        });
        onDecided(refundStatus);
      }}
      onClose={onClose}
    >
      {(field) => (
        <TextArea
          {...field}
          label="Reason"
          hint="Visible to admins only."
          rows={2}
          maxLength={longestReason}
          required
        />
      )}
    </ReasonDialog>
  );
}
