import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Row, apiQuery } from "../../../../access/api-query.ts";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { refetchInterval } from "../../../shared/list-query.ts";
import "./payment-notices.css";

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

export default function UnknownPayments(): ReactNode {
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
    <section className="payment-notices" aria-labelledby="unknown-payments">
      <h2 id="unknown-payments" className="section-title">
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
