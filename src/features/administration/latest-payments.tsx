import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { EmptyPage, LoadFailure } from "../../ui/empty-page.tsx";
import { Moment } from "../../ui/moment.tsx";
import { formatAmount } from "../../ui/price.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { latestPaymentsQuery } from "./desk-queries.ts";

export function LatestPayments(): ReactNode {
  const { data, error, refetch } = useQuery(latestPaymentsQuery);
  return (
    <section aria-labelledby="payments">
      <h2 id="payments">Latest payments</h2>
      {!data ? (
        error ? (
          <LoadFailure onRetry={() => void refetch()}>
            The payments could not be loaded. {error.message}
          </LoadFailure>
        ) : (
          <ProgressBar label="Loading the payments" />
        )
      ) : data.length === 0 ? (
        <EmptyPage>Nobody has paid for a class yet.</EmptyPage>
      ) : (
        <>
          <ul className="panel-rows">
            {data.map(({ _id, className, studentName, total, date, refunded }) => (
              <li key={_id}>
                <div>
                  <p className="name">{className}</p>
                  <p className="aside">
                    {studentName}, <Moment at={date} />
                    {refunded && ", refunded"}
                  </p>
                </div>
                <p className="figure">
                  {refunded ? <s>${formatAmount(total)}</s> : `$${formatAmount(total)}`}
                </p>
              </li>
            ))}
          </ul>
          <p className="panel-more">
            <Link to="/dashboard/payments">All payments</Link>
          </p>
        </>
      )}
    </section>
  );
}
