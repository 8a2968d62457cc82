import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { CallAnswer } from "../../../../http/contract.ts";
import { Button } from "../../../../ui/button.tsx";
import { SuccessDialog } from "../../../../ui/dialog.tsx";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { TextArea } from "../../../../ui/field.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { api } from "../../../../access/session.ts";
import { answerMissing, longestReason } from "../policy.ts";
import type { refundContract } from "../refund-contract.ts";
import { StandingLines } from "./standing-lines.tsx";
import { refundRequestsQuery } from "../../../shared/admin-queries.ts";
import { ReasonDialog } from "../../../shared/reason-dialog.tsx";
import type { RefundablePayment } from "./refund-dialog.tsx";
import "./payment-notices.css";
import "./refund-requests.css";

type RefundRequest = CallAnswer<(typeof refundContract)["GET /admin/refund-requests"]>[number];

interface RefundRequestsProps {
  readonly onRefund: (payment: RefundablePayment) => void;
}

/** Renders nothing without open requests. */
export default function RefundRequests({ onRefund }: RefundRequestsProps): ReactNode {
  const { data, error, refetch } = useQuery(refundRequestsQuery);
  const [declining, setDeclining] = useState<RefundRequest>();
  const [declined, setDeclined] = useState<RefundRequest>();
  if (error && !data) {
    return (
      <LoadFailure onRetry={() => void refetch()}>
        The refund requests couldn’t be loaded. {error.message}
      </LoadFailure>
    );
  }
  const { rows = [], next } = data ?? {};
  return (
    <>
      {rows.length > 0 && (
        <section className="payment-notices" aria-labelledby="refund-requests">
          <h2 id="refund-requests">Refund requests</h2>
          <ul role="list">
            {rows.map((request) => (
              <RequestCard
                key={request._id}
                request={request}
                onRefund={() => onRefund(request.payment)}
                onDecline={() => setDeclining(request)}
              />
            ))}
          </ul>
          {next && <p>More requests wait behind these.</p>}
        </section>
      )}
      {declining && (
        <DeclineDialog
          request={declining}
          onClose={() => setDeclining(undefined)}
          onDeclined={() => {
            setDeclining(undefined);
            setDeclined(declining);
          }}
        />
      )}
      {declined && (
        <SuccessDialog title="Request Declined" onClose={() => setDeclined(undefined)}>
          {declined.payment.studentName} is told, and reads your answer in their payment history.
        </SuccessDialog>
      )}
    </>
  );
}

interface RequestCardProps {
  readonly request: RefundRequest;
  readonly onRefund: () => void;
  readonly onDecline: () => void;
}

function RequestCard({ request, onRefund, onDecline }: RequestCardProps): ReactNode {
  const { text, date, standing, payment } = request;
  const { studentName, studentEmail, className } = payment;
  const amount = `$${formatAmount(payment.total - payment.refundedAmount)}`;
  const whose = (
    <span className="visually-hidden">
      {" "}
      {studentName} for {className}
    </span>
  );
  return (
    <li className="refund-request panel payment-notice">
      <div>
        <h3 className="card-title">
          {studentName}, {className}
        </h3>
        <p>
          <a href={`mailto:${studentEmail}`}>{studentEmail}</a>
        </p>
        <p className="refund-request-when">
          Paid ${formatAmount(payment.total)} <Moment at={payment.date} />. Asked <Moment at={date} />, when
          this was true:
        </p>
      </div>
      <StandingLines standing={standing} />
      <blockquote>{text}</blockquote>
      <div className="refund-request-actions">
        <Button size="small" onClick={onRefund}>
          Refund {amount}
          {whose}
        </Button>
        <Button size="small" look="quiet" onClick={onDecline}>
          Decline{whose}
        </Button>
      </div>
    </li>
  );
}

interface DeclineDialogProps {
  readonly request: RefundRequest;
  readonly onClose: () => void;
  readonly onDeclined: () => void;
}

function DeclineDialog({ request: { _id, payment }, onClose, onDeclined }: DeclineDialogProps): ReactNode {
  return (
    <ReasonDialog
      title="Decline this request?"
      effect={`${payment.studentName} keeps the seat in “${payment.className}”, and can’t ask here again. You can still refund the payment later.`}
      name="answer"
      confirmLabel="Decline the request"
      busyLabel="Declining …"
      check={(answer) => !answer && answerMissing}
      onConfirm={async (answer) => {
        await api("POST /admin/refund-requests/{id}/decline", { params: { id: _id }, body: { answer } });
        onDeclined();
      }}
      onClose={onClose}
    >
      {(field) => (
        <TextArea
          {...field}
          label="Your answer"
          hint={`${payment.studentName} reads it.`}
          rows={4}
          maxLength={longestReason}
          required
        />
      )}
    </ReasonDialog>
  );
}
