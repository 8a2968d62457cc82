import type { ReactNode } from "react";
import type { CallAnswer } from "../../platform/http/contract.ts";
import { Button } from "../../ui/button.tsx";
import { Moment } from "../../ui/moment.tsx";
import { formatAmount } from "../../ui/price.tsx";
import type { Column } from "../../ui/table.tsx";
import type { administration } from "./contract.ts";

export type CollectedPayment = CallAnswer<(typeof administration)["GET /admin/payments/latest"]>[number];

interface PaymentActions {
  /** How many payments come before this page. */
  readonly before: number;
  readonly onRefund: (payment: CollectedPayment) => void;
}

/** The columns of the table of payments. */
export function paymentColumns({ before, onRefund }: PaymentActions): readonly Column<CollectedPayment>[] {
  return [
    { title: "#", kind: "index", cell: (_, index) => before + index + 1 },
    {
      title: "Student",
      kind: "title",
      cell: ({ studentName, studentEmail }) => (
        <div>
          {studentName}
          <br />
          <a href={`mailto:${studentEmail}`}>{studentEmail}</a>
        </div>
      ),
    },
    { title: "Course", cell: ({ className }) => className },
    { title: "Total", kind: "total", cell: ({ total }) => `$${formatAmount(total)}` },
    { title: "Transaction ID", cell: ({ transactionId }) => <code>{transactionId}</code> },
    { title: "Date", cell: ({ date }) => <Moment at={date} /> },
    { title: "Refund", cell: (payment) => <Refund payment={payment} onRefund={onRefund} /> },
  ];
}

function Refund({
  payment,
  onRefund,
}: Pick<PaymentActions, "onRefund"> & { readonly payment: CollectedPayment }): ReactNode {
  if (payment.refunded) {
    return (
      <span>
        Refunded <Moment at={payment.refunded} />
      </span>
    );
  }
  if (payment.isRefunding) return "Refund under way";
  return (
    <Button look="quiet" size="small" onClick={() => onRefund(payment)}>
      Refund
      <span className="visually-hidden">
        {" "}
        {payment.studentName} for {payment.className}
      </span>
    </Button>
  );
}
