import { Link } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import type { Column } from "../../../../ui/table.tsx";
import { failureInWords, madeElsewhere } from "../policy.ts";
import { DisputeBadge, RefundBadge } from "./refund-notes.tsx";
import type { Row } from "../../../../access/api-query.ts";
import "./payments.css";

type CollectedPayment = Row<"GET /admin/payments/latest">;

interface PaymentActions {
  readonly onRefund: (payment: CollectedPayment) => void;
  readonly onRepaid: (payment: CollectedPayment) => void;
}

export function paymentColumns(actions: PaymentActions): readonly Column<CollectedPayment>[] {
  return [
    { title: "#", kind: "index", cell: (_, index) => index + 1 },
    {
      title: "Student",
      kind: "title",
      cell: ({ studentName, studentEmail }) => (
        <div className="payment-student">
          {studentName}
          <a href={`mailto:${studentEmail}`}>{studentEmail}</a>
        </div>
      ),
    },
    { title: "Course", place: "under", cell: ({ className }) => className },
    { title: "Total", kind: "total", place: "end", cell: (payment) => <Amount payment={payment} /> },
    {
      title: "Transaction ID",
      cell: ({ _id, transactionId, studentName, className }) => (
        <div className="transaction-cell">
          <CopyButton what="transaction ID" text={transactionId} />
          <Link to={`/dashboard/receipts/${_id}`}>
            Receipt
            <span className="visually-hidden">
              {" "}
              of {studentName} for {className}
            </span>
          </Link>
        </div>
      ),
    },
    { title: "Date", place: "corner", cell: ({ date }) => <Moment at={date} /> },
    { title: "Refund", place: "below", cell: (payment) => <Refund payment={payment} {...actions} /> },
  ];
}

export function Amount({
  payment: { total, refundStatus },
}: {
  readonly payment: Pick<CollectedPayment, "total" | "refundStatus">;
}) {
  const isReturned = refundStatus === "refunded" || refundStatus === "repaid";
  return <span className={isReturned ? "figure-returned" : undefined}>${formatAmount(total)}</span>;
}

function Refund({ payment, onRefund, onRepaid }: PaymentActions & { readonly payment: CollectedPayment }) {
  const { refunded, refundStatus, refundedAmount, refundFailure, dispute, hasSeat } = payment;
  const whose = (
    <span className="visually-hidden">
      {" "}
      {payment.studentName} for {payment.className}
    </span>
  );
  const canRefund = refundStatus === "none" || refundStatus === "partial";
  const isOwed = refundStatus === "failed" || refundFailure === madeElsewhere;
  return (
    <div className={isOwed ? "refund-cell is-urgent" : "refund-cell"}>
      <RefundBadge
        status={refundStatus}
        amount={refundedAmount}
        on={refunded ? <Moment at={refunded} /> : undefined}
      />
      <DisputeBadge dispute={dispute} />
      {isOwed && (
        <p className="fine refund-why">
          {capitalized(failureInWords(refundFailure))}{" "}
          {hasSeat ? "The student still has the seat." : "The student has neither the seat nor the money."}
        </p>
      )}
      {(canRefund || refundStatus === "failed") && (
        <Button look="quiet" size="small" onClick={() => onRefund(payment)}>
          {canRefund ? "Refund" : "Try again"}
          {whose}
        </Button>
      )}
      {isOwed && (
        <Button look="quiet" size="small" onClick={() => onRepaid(payment)}>
          Mark as paid back
          {whose}
        </Button>
      )}
    </div>
  );
}

const capitalized = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
