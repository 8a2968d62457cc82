import type { Answer, Row } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { formatAmount } from "../../../../ui/price.tsx";
import type { Decision } from "../../../shared/decision.tsx";
import { answerMissing, maxReasonLength, noteMissing, reasonMissing } from "../policy.ts";

type RefundRequest = Row<"GET /admin/refund-requests">;
type RefundablePayment = RefundRequest["payment"] | Row<"GET /admin/payments/latest">;

const day = 86_400_000;
const daysSince = (date: unknown): number =>
  Math.floor((systemClock.now().getTime() - new Date(String(date)).getTime()) / day);

export function refundOf({ _id: id, ...payment }: RefundablePayment): Decision {
  const { studentName, className } = payment;
  const total = `$${formatAmount(payment.kept)}`;
  const days = daysSince(payment.date);
  return {
    title: `Refund ${total}?`,
    effect: (
      <>
        {studentName} will get {total} back
        {payment.hasSeat ? ` and lose their seat in “${className}”` : ` for “${className}”`}. They paid{" "}
        {days === 0 ? "less than a day" : days === 1 ? "1 day" : `${days} days`} ago.
      </>
    ),
    confirm: `Yes, Refund ${total}`,
    busy: "Refunding…",
    text: {
      label: "Reason",
      hint: "For the audit log. It’s also in the student’s download of their data.",
      rows: 2,
      maxLength: maxReasonLength,
      missing: reasonMissing,
    },
    run: async (reason) => {
      const answer = await api("POST /admin/payments/{id}/refund", { params: { id }, body: { reason } });
      return outcomeOf(answer, `${total} is on its way to ${studentName}, who has been emailed.`);
    },
  };
}

function outcomeOf({ refundStatus }: Answer<"POST /admin/payments/{id}/refund">, refunded: string) {
  switch (refundStatus) {
    case "refunded":
      return { title: "Payment Refunded", text: refunded };
    case "pending":
      return {
        title: "Refund Under Way",
        text: "The payment service hasn’t finished it yet. We’ll keep trying until the money is returned; you don’t need to do anything.",
      };
    case "failed":
      return {
        title: "Refund Failed",
        text: "The payment service turned it down. The list says why, and you can try again or pay the student back another way.",
        isFailure: true,
      };
  }
}

export const repaymentOf = (payment: Row<"GET /admin/payments/latest">): Decision => ({
  title: "Mark as paid back?",
  effect: (
    <>
      Only do this after you’ve paid {payment.studentName} the ${formatAmount(payment.kept)} back another way.
      {payment.hasSeat && ` They’ll lose their seat in “${payment.className}”.`} We’ll email them.
    </>
  ),
  confirm: "Mark as paid back",
  busy: "Saving…",
  name: "note",
  text: {
    label: "How it was paid back",
    hint: "Like “Bank transfer on May 4”. For the audit log, and also in the student’s download of their data.",
    rows: 2,
    maxLength: maxReasonLength,
    missing: noteMissing,
  },
  run: async (note) => {
    await api("POST /admin/payments/{id}/repaid", { params: { id: payment._id }, body: { note } });
    return { title: "Marked as Paid Back", text: `${payment.studentName} has been emailed.` };
  },
});

export const refusalOf = ({ _id: id, payment: { studentName, className } }: RefundRequest): Decision => ({
  title: "Decline this request?",
  effect: `${studentName} keeps their seat in “${className}” and can’t ask here again. You can still refund the payment later.`,
  confirm: "Decline the request",
  busy: "Declining…",
  name: "answer",
  text: {
    label: "Your answer",
    hint: `${studentName} will read it.`,
    rows: 4,
    maxLength: maxReasonLength,
    missing: answerMissing,
  },
  run: async (answer) => {
    await api("POST /admin/refund-requests/{id}/decline", { params: { id }, body: { answer } });
    return {
      title: "Request Declined",
      text: `${studentName} will be notified, and can read your answer in their payment history.`,
    };
  },
});
