import { useInfiniteQuery } from "@tanstack/react-query";
import { format } from "date-fns/format";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { CallAnswer } from "../../platform/http/contract.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyPage, LoadFailure } from "../../ui/empty-page.tsx";
import { formatAmount } from "../../ui/price.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { api } from "../accounts/session.ts";
import { useStudent } from "../accounts/use-guard.ts";
import type { paymentsContract } from "./contract.ts";
import "./payment-history-page.css";

type Payment = CallAnswer<(typeof paymentsContract)["GET /payments/{email}"]>[number];

export const meta = () => [{ title: "Payment History · Senga" }];

const columns: readonly Column<Payment>[] = [
  { title: "#", kind: "index", cell: (_, index) => index + 1 },
  {
    title: "Course",
    kind: "title",
    cell: ({ className, refunded }) => (
      <div>
        {className}
        {refunded && (
          <span className="payment-refunded">
            Refunded on <Day at={refunded} />
          </span>
        )}
      </div>
    ),
  },
  { title: "Base Price", kind: "number", cell: ({ price }) => `$${formatAmount(price)}` },
  { title: "Tax", kind: "number", cell: ({ tax }) => `$${formatAmount(tax)}` },
  { title: "Total", kind: "total", cell: ({ total }) => `$${formatAmount(total)}` },
  { title: "Transaction ID", cell: ({ transactionId }) => <code>{transactionId}</code> },
  {
    title: "Date",
    cell: ({ date }) => <Day at={date} />,
  },
];

const Day = ({ at }: { readonly at: unknown }): ReactNode => (
  <time dateTime={String(at)}>{format(new Date(String(at)), "MMM do yyyy")}</time>
);

const pageSize = 50;

export default function PaymentHistoryPage(): ReactNode {
  const student = useStudent();
  return student && <PaymentHistory email={student.user.email} />;
}

function PaymentHistory({ email }: { readonly email: string }): ReactNode {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["payments", email],
    queryFn: ({ pageParam }) =>
      api.page("GET /payments/{email}", { params: { email }, query: { limit: pageSize, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
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
      ) : error ? (
        <LoadFailure onRetry={() => void refetch()}>
          Your payments could not be loaded. {error.message}
        </LoadFailure>
      ) : (
        <ProgressBar label="Loading your payments" />
      )}
      {payments && payments.length > 0 && (
        <p className="refund-note">
          Not what you hoped for? Our <Link to="/refund-policy">Refund Policy</Link> says when you get your
          money back, and how to ask.
        </p>
      )}
      {hasNextPage && (
        <p className="next-page">
          <Button look="quiet" busy={isFetchingNextPage && "Loading …"} onClick={() => void fetchNextPage()}>
            Earlier payments
          </Button>
        </p>
      )}
    </>
  );
}
