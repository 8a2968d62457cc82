import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { EmptyPage, LoadFailure } from "../../../../ui/empty-page.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { DisputeBadge, RefundBadge } from "./refund-badge.tsx";
import { apiQuery } from "../../../../access/api-query.ts";
import { refetchInterval } from "../../../shared/list-query.ts";
import { Amount } from "./payment-columns.tsx";

export function LatestPayments(): ReactNode {
  const { data, error, refetch } = useQuery({
    ...apiQuery("GET /admin/payments/latest", { query: { limit: 5 } }),
    refetchInterval,
  });
  return (
    <section aria-labelledby="payments">
      <h2 id="payments" className="section-title">
        Latest payments
      </h2>
      {!data ? (
        error ? (
          <LoadFailure onRetry={() => void refetch()}>
            We couldn’t load the payments. {error.message}
          </LoadFailure>
        ) : (
          <Loading label="Loading the payments" shape="list" />
        )
      ) : data.length === 0 ? (
        <EmptyPage>No one has paid for a class yet.</EmptyPage>
      ) : (
        <>
          <ul role="list" className="panel ruled panel-rows">
            {data.map((payment) => {
              const { _id, className, studentName, date, refundStatus, refundedAmount, dispute } = payment;
              return (
                <li key={_id}>
                  <div>
                    <p className="bold">{className}</p>
                    <p className="fine">
                      {studentName}, <Moment at={date} />
                    </p>
                    <RefundBadge status={refundStatus} amount={refundedAmount} />
                    <DisputeBadge dispute={dispute} />
                  </div>
                  <p className="figure">
                    <Amount payment={payment} />
                  </p>
                </li>
              );
            })}
          </ul>
          <p className="panel-more">
            <Link to="/dashboard/payments">All payments</Link>
          </p>
        </>
      )}
    </section>
  );
}
