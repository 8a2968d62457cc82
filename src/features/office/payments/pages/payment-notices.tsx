import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../../ui/button.tsx";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { type Row, apiPageQuery, apiQuery } from "../../../../access/api-query.ts";
import { StandingLines } from "./standing-lines.tsx";
import type { Decide } from "../../../shared/decision.tsx";
import { refetchInterval } from "../../../shared/list-query.ts";
import { refundOf, refusalOf } from "./payment-decisions.tsx";
import "./payments.css";

interface RefundRequestsProps {
  readonly onDecide: Decide;
}

export default function PaymentNotices({ onDecide }: RefundRequestsProps) {
  return (
    <>
      <UnknownPayments />
      <RefundRequests onDecide={onDecide} />
    </>
  );
}

type UnknownPayment = Row<"GET /admin/unknown-payments">;

const whatToDo: Record<UnknownPayment["reason"], string> = {
  "other-site":
    "It names a student and a class at this school, but was made on another site. Look it up in Stripe. If no one has a seat for it, refund it there.",
  unreadable: "Its details were changed in Stripe. Look up who paid, and refund it there.",
  "refund-pending":
    "It’s being refunded, and the bank hasn’t confirmed it yet. There’s nothing to do for now.",
  "refund-failed":
    "There’s no seat for it, and Stripe couldn’t refund it. Stripe says why. Refund it there, or pay the student back another way.",
};

function UnknownPayments() {
  const {
    data: rows = [],
    error,
    refetch,
  } = useQuery({ ...apiQuery("GET /admin/unknown-payments"), refetchInterval });
  if (error && rows.length === 0) {
    return (
      <LoadFailure onRetry={() => void refetch()}>
        The payments without a record couldn’t be loaded. {error.message}
      </LoadFailure>
    );
  }
  if (rows.length === 0) return null;
  return (
    <section className="below-large payment-notices" aria-labelledby="unknown-payments">
      <h2 id="unknown-payments" className="section-title below">
        Payments without a record
      </h2>
      <p>
        These charges are in Stripe but not on this site. Each one leaves this list within an hour after it’s
        refunded or canceled in Stripe.
      </p>
      <ul role="list" className="stack is-close">
        {rows.map(({ transactionId, amount, currency, date, reason }) => (
          <li key={transactionId} className="panel payment-notice">
            <p>
              <strong>
                {currency === "usd"
                  ? `$${formatAmount(amount)}`
                  : `${formatAmount(amount)} ${currency.toUpperCase()}`}
              </strong>
              , paid <Moment at={date} />, <code>{transactionId}</code>
            </p>
            <p>{whatToDo[reason]}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type RefundRequest = Row<"GET /admin/refund-requests">;

function RefundRequests({ onDecide }: RefundRequestsProps) {
  const { data, error, refetch } = useQuery({
    ...apiPageQuery("GET /admin/refund-requests", { query: { limit: 20 } }),
    refetchInterval,
  });
  if (error && !data) {
    return (
      <LoadFailure onRetry={() => void refetch()}>
        The refund requests couldn’t be loaded. {error.message}
      </LoadFailure>
    );
  }
  const { rows = [], next } = data ?? {};
  if (rows.length === 0) return null;
  return (
    <section className="below-large payment-notices" aria-labelledby="refund-requests">
      <h2 id="refund-requests" className="section-title below">
        Refund requests
      </h2>
      <ul role="list" className="stack is-close">
        {rows.map((request) => (
          <RequestCard key={request._id} request={request} onDecide={onDecide} />
        ))}
      </ul>
      {next && <p>There are more after these.</p>}
    </section>
  );
}

function RequestCard({ request, onDecide }: RefundRequestsProps & { readonly request: RefundRequest }) {
  const { text, date, standing, payment } = request;
  const { studentName, studentEmail, className } = payment;
  const amount = `$${formatAmount(payment.kept)}`;
  const whose = (
    <span className="visually-hidden">
      {" "}
      {studentName} for {className}
    </span>
  );
  return (
    <li className="stack is-close panel payment-notice">
      <div>
        <h3 className="card-title">
          {studentName}, {className}
        </h3>
        <p>
          <a href={`mailto:${studentEmail}`}>{studentEmail}</a>
        </p>
        <p className="fine">
          Paid ${formatAmount(payment.total)} on <Moment at={payment.date} />. Asked for a refund on{" "}
          <Moment at={date} />, when this was the status:
        </p>
      </div>
      <StandingLines standing={standing} />
      <blockquote dir="auto" className="quote words">
        {text}
      </blockquote>
      <div className="cluster">
        <Button size="small" onClick={() => onDecide(refundOf(payment))}>
          Refund {amount}
          {whose}
        </Button>
        <Button size="small" look="quiet" onClick={() => onDecide(refusalOf(request))}>
          Decline{whose}
        </Button>
      </div>
    </li>
  );
}
