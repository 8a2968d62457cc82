import type { Answer } from "../../../../access/api-query.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../../../ui/button.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";

/** Of a payment that goes back, or has gone. */
export function WithdrawalState({
  payment,
}: {
  readonly payment: Answer<"GET /payments/{email}/{id}/refund">;
}): ReactNode {
  const { _id, className, withdrawn, facts } = payment;
  const heading = useRef<HTMLHeadingElement>(null);
  // The dialog that led here is gone, with the button that opened it.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <section className="panel withdrawal" aria-labelledby="withdrawal">
      <h2 id="withdrawal" ref={heading} tabIndex={-1}>
        {withdrawn ? "You’ve withdrawn" : "We’re refunding this payment"}
      </h2>
      {withdrawn && (
        <p>
          You withdrew from “{className}” on <Moment at={withdrawn} />. We’ve emailed you a confirmation.
        </p>
      )}
      <p>{wordsOf(payment)}</p>
      {withdrawn && (
        <p className="withdrawal-aside">
          You paid on <Moment at={facts.capturedAt} />.
        </p>
      )}
      <p className="withdrawal-links">
        <ButtonLink size="small" look="quiet" to="/dashboard/payment-history">
          Payment History
        </ButtonLink>
        <Link to={`/dashboard/receipts/${_id}`}>Receipt</Link>
      </p>
    </section>
  );
}

function wordsOf({ refundStatus, total }: Answer<"GET /payments/{email}/{id}/refund">): string {
  const amount = `$${formatAmount(total)}`;
  switch (refundStatus) {
    case "refunded":
      return `Your ${amount} is on its way to your card. That takes 5–10 business days, depending on your bank.`;
    case "repaid":
      return `We’ve paid you ${amount} back another way.`;
    case "failed":
      return `Your bank didn’t take the refund of ${amount}. We still owe it to you, and we’ll try again or pay you back another way.`;
    default:
      return `The payment service hasn’t returned your ${amount} yet. We’ll keep trying and email you when it’s done; you don’t need to do anything.`;
  }
}
