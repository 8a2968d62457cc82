import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { ApiError } from "../../../../http/client.ts";
import { utcDate } from "../../../../ui/day.ts";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { DownloadButton } from "../../../../ui/download-button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import { QueryStatus } from "../../../../ui/query-status.tsx";
import { type Answer, apiQuery } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { paidWith } from "../policy.ts";
import "./receipt-page.css";

type Receipt = Answer<"GET /receipts/{id}">;

export const meta = () => [{ title: "Receipt · Senga" }];

export default function ReceiptPage() {
  const isAdmin = useMember().role === "admin";
  const { id = "" } = useParams();
  const { data, error, refetch } = useQuery(apiQuery("GET /receipts/{id}", { params: { id } }));
  const list = isAdmin
    ? { to: "/dashboard/payments", label: "Payments" }
    : { to: "/dashboard/payment-history", label: "Payment History" };
  return (
    <>
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <Link to={list.to}>{list.label}</Link> / Receipt
      </nav>
      {data ? (
        <Paper receipt={data} isAdmin={isAdmin} />
      ) : (
        <>
          <h1 tabIndex={-1}>Receipt</h1>
          {error instanceof ApiError && [400, 403, 404].includes(error.status) ? (
            <EmptyPage action={<ButtonLink to={list.to}>{list.label}</ButtonLink>}>
              We couldn’t find this receipt among yours.
            </EmptyPage>
          ) : (
            <QueryStatus query={{ error, refetch }} what="the receipt" shape="sheet" />
          )}
        </>
      )}
    </>
  );
}

function Paper({ receipt, isAdmin }: { readonly receipt: Receipt; readonly isAdmin: boolean }) {
  const { _id: id, seller, buyer, card, returned, note } = receipt;
  const date = new Date(receipt.date);
  return (
    <div className="stack is-loose receipt-page">
      {isAdmin && !seller.isNamed && (
        <p className="callout receipt-hint">
          Your receipts don’t name your school yet. Set <code>SCHOOL_NAME</code> and{" "}
          <code>SCHOOL_ADDRESS</code>, and every receipt will show them, even earlier ones.
        </p>
      )}
      <article className="panel receipt">
        <h1 tabIndex={-1}>Receipt</h1>
        <address>
          <strong>{seller.name}</strong>
          {seller.address && <span>{seller.address}</span>}
          {seller.taxId && <span>Tax ID: {seller.taxId}</span>}
          <a href={`mailto:${seller.email}`}>{seller.email}</a>
        </address>
        <dl className="facts receipt-facts">
          <dt>Date</dt>
          <dd>
            <time dateTime={date.toISOString()}>{utcDate(date)}</time>
          </dd>
          <dt>For</dt>
          <dd>
            {buyer.name}, {buyer.email}
          </dd>
          <dt>Instructor</dt>
          <dd>{receipt.instructorName}</dd>
          {card && (
            <>
              <dt>Paid with</dt>
              <dd>{paidWith(card)}</dd>
            </>
          )}
          <dt>Transaction ID</dt>
          <dd>{receipt.transactionId}</dd>
        </dl>
        <dl className="receipt-sums">
          <Sum label={`A seat in “${receipt.className}”`} amount={receipt.price} />
          <Sum label="Tax" amount={receipt.tax} />
          <Sum label="Total" amount={receipt.total} isTotal />
          {returned.map(({ says, date: at, amount }) => (
            <Sum
              key={says}
              label={at ? `${says} on ${utcDate(new Date(at))}` : says}
              amount={amount}
              sign="-"
            />
          ))}
          {returned.length > 0 && <Sum label="Kept" amount={receipt.kept} isTotal />}
        </dl>
        {note && <p>{note}</p>}
        <p className="fine above">All amounts are in US dollars.</p>
      </article>
      <div className="cluster receipt-actions">
        <DownloadButton
          name={fileName(receipt)}
          busyLabel="Making the PDF…"
          fetchFile={() => api.file("GET /receipts/{id}/pdf", { params: { id } })}
        >
          Download as PDF
        </DownloadButton>
        <Button look="quiet" size="small" onClick={() => print()}>
          Print
        </Button>
      </div>
    </div>
  );
}

function fileName({ className, date }: Receipt): string {
  const words = className.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return `${["receipt", ...words, new Date(date).toISOString().slice(0, 10)].join("-")}.pdf`;
}

interface SumProps {
  readonly label: string;
  /** Dollars. */
  readonly amount: number;
  readonly sign?: "-";
  readonly isTotal?: boolean;
}

const Sum = ({ label, amount, sign, isTotal = false }: SumProps) => (
  <div className={isTotal ? "is-total" : undefined}>
    <dt>{label}</dt>
    <dd>
      {sign}${formatAmount(amount)}
    </dd>
  </div>
);
