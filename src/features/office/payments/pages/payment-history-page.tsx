import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ButtonLink } from "../../../../ui/button.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import { NextPage } from "../../../../ui/next-page.tsx";
import { type Column, Table } from "../../../../ui/table.tsx";
import { QueryStatus } from "../../../../ui/query-status.tsx";
import { type Row, apiListQuery } from "../../../../access/api-query.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { RefundBadge } from "./refund-notes.tsx";
import "./payments.css";

type Payment = Row<"GET /payments/{email}">;

export const meta = () => [{ title: "Payment History · Senga" }];

const parts = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });
const ordinals = new Intl.PluralRules("en-US", { type: "ordinal" });
const suffixes: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };

/** "Jan 5th 2024", the format of section 9 for this table only. */
function ordinalDay(time: Date): string {
  const { month, day, year } = Object.fromEntries(
    parts.formatToParts(time).map(({ type, value }) => [type, value]),
  );
  return `${month} ${day}${suffixes[ordinals.select(Number(day))]} ${year}`;
}

const columns: readonly Column<Payment>[] = [
  { title: "#", kind: "index", cell: (_, index) => index + 1 },
  {
    title: "Course",
    kind: "title",
    cell: (payment) => (
      <div>
        {payment.className}
        <MoneyBack payment={payment} />
        <PaymentLinks payment={payment} />
      </div>
    ),
  },
  { title: "Base Price", kind: "number", cell: ({ price }) => `$${formatAmount(price)}` },
  { title: "Tax", kind: "number", cell: ({ tax }) => `$${formatAmount(tax)}` },
  { title: "Total", kind: "total", cell: ({ total }) => `$${formatAmount(total)}` },
  {
    title: "Transaction ID",
    cell: ({ transactionId }) => <CopyButton what="transaction ID" text={transactionId} />,
  },
  {
    title: "Date",
    cell: ({ date }) => <Day at={date} />,
  },
];

const Day = ({ at }: { readonly at: unknown }) => (
  <time dateTime={String(at)}>{ordinalDay(new Date(String(at)))}</time>
);

function MoneyBack({ payment }: { readonly payment: Payment }) {
  const { refunded, refundStatus, refundedAmount, dispute } = payment;
  return (
    <div>
      <RefundBadge
        status={refundStatus}
        amount={refundedAmount}
        on={refunded ? <Day at={refunded} /> : undefined}
      />
      {refundStatus === "failed" && (
        <span className="subline">
          The refund of ${formatAmount(payment.kept)} didn’t reach you. We’ll try again or pay you back
          another way; we’ve emailed you the details.
        </span>
      )}
      {dispute?.status === "open" && (
        <span className="subline">Disputed with your bank: ${formatAmount(dispute.amount)}</span>
      )}
    </div>
  );
}

function PaymentLinks({ payment }: { readonly payment: Payment }) {
  const { _id, className, isCollected, refundStatus } = payment;
  if (!isCollected)
    return <span className="subline">We’re still collecting this payment. You have your seat already.</span>;
  return (
    <div className="cluster is-close above-small fine payment-links">
      <Link to={`/dashboard/receipts/${_id}`}>
        Receipt<span className="visually-hidden"> for {className}</span>
      </Link>
      {(refundStatus === "none" || refundStatus === "partial") && (
        <Link to={`/dashboard/payment-history/${_id}/withdraw`}>
          Withdraw from this class<span className="visually-hidden"> {className}</span>
        </Link>
      )}
    </div>
  );
}

export default function PaymentHistoryPage() {
  const { email } = useMember().user;
  const query = useInfiniteQuery(
    apiListQuery("GET /payments/{email}", (cursor) => ({ params: { email }, query: { limit: 50, cursor } })),
  );
  const { data, error, refetch } = query;
  const payments = data?.pages.flatMap(({ rows }) => rows);
  return (
    <>
      <h1 tabIndex={-1}>Payment History</h1>
      {payments ? (
        payments.length > 0 ? (
          <Table caption="Your payments, newest first" columns={columns} rows={payments} />
        ) : (
          <EmptyPage action={<ButtonLink to="/classes">Browse classes</ButtonLink>}>
            You have not made any payments yet. Please enroll in a class to make a payment.
          </EmptyPage>
        )
      ) : (
        <QueryStatus query={{ error, refetch }} what="your payments" shape="table" />
      )}
      {payments && payments.length > 0 && (
        <p className="quiet above">
          Not what you expected? Choose “Withdraw from this class” to see if you qualify for a refund. Our{" "}
          <Link to="/refund-policy">Refund Policy</Link> explains how we count.
        </p>
      )}
      <NextPage query={query}>Earlier payments</NextPage>
    </>
  );
}
