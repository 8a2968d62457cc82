import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { SectionHeading } from "../../../../ui/heading.tsx";
import { ButtonLink } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { formatPrice } from "../../../../ui/price.tsx";
import { QueryStatus } from "../../../../ui/query-status.tsx";
import { apiPageQuery, apiQuery } from "../../../../access/api-query.ts";
import { WaitingMessages } from "../../../school/contact/pages/open-messages.tsx";
import { refetchInterval, searchFor } from "../../../shared/list-query.ts";
import { StatisticsPanel } from "./statistics-panel.tsx";
import { Tiles } from "./tiles.tsx";
import { DisputeBadge, RefundBadge } from "../../payments/pages/refund-notes.tsx";
import { Amount } from "../../payments/pages/payment-columns.tsx";
import "./statistics-panel.css";

export const meta = () => [{ title: "Admin Panel · Senga" }];

export default function AdminPanelPage() {
  return (
    <>
      <SectionHeading level={1}>Admin Panel</SectionHeading>
      <WaitingMessages />
      <Tiles />
      <StatisticsPanel />
      <div className="panel-columns">
        <WaitingForReview />
        <LatestPayments />
      </div>
    </>
  );
}

const allPending = "/dashboard/manage-classes?status=pending";
const allApplications = "/dashboard/applications";

function WaitingForReview() {
  const pending = useQuery({
    ...apiPageQuery("GET /admin/manage/classes", { query: { status: "pending", limit: 5 } }),
    refetchInterval,
  });
  const applications = useQuery({
    ...apiPageQuery("GET /admin/applications", { query: { limit: 3 } }),
    refetchInterval,
  });
  const totals = useQuery({ ...apiQuery("GET /admin/payments"), refetchInterval }).data;
  const error = pending.error ?? applications.error;
  const isEmpty = pending.data?.rows.length === 0 && applications.data?.rows.length === 0;
  return (
    <section aria-labelledby="pending">
      <h2 id="pending" className="section-title below">
        Waiting for review
        {totals && ` (${totals.pendingClasses + totals.pendingApplications})`}
      </h2>
      {!pending.data || !applications.data ? (
        <QueryStatus
          query={{ error, refetch: () => Promise.all([pending.refetch(), applications.refetch()]) }}
          what="what’s waiting"
          shape="list"
          failure="We couldn’t load what’s waiting for review."
        />
      ) : isEmpty ? (
        <EmptyPage>Nothing is waiting for review.</EmptyPage>
      ) : (
        <>
          {applications.data.rows.length > 0 && (
            <>
              <ul role="list" className="panel ruled panel-rows">
                {applications.data.rows.map(({ _id, applicant, date }) => (
                  <li key={_id}>
                    <div>
                      <p className="bold">{applicant.name} would like to teach</p>
                      <p className="fine">
                        Applied <Moment at={date} />
                      </p>
                    </div>
                    <ButtonLink look="quiet" size="small" to={allApplications}>
                      Review
                      <span className="visually-hidden"> the application of {applicant.name}</span>
                    </ButtonLink>
                  </li>
                ))}
              </ul>
              <p className="above panel-more">
                <Link to={allApplications}>
                  All applications{totals && ` (${totals.pendingApplications})`}
                </Link>
              </p>
            </>
          )}
          {pending.data.rows.length > 0 && (
            <>
              <ul role="list" className="panel ruled panel-rows">
                {pending.data.rows.map(({ _id, className, instructorName, price }) => (
                  <li key={_id}>
                    <div>
                      <p className="bold">{className}</p>
                      <p className="fine">
                        with <bdi>{instructorName}</bdi>, {formatPrice(price)}
                      </p>
                    </div>
                    <ButtonLink look="quiet" size="small" to={`${allPending}&${searchFor(className)}`}>
                      Manage
                      <span className="visually-hidden"> {className}</span>
                    </ButtonLink>
                  </li>
                ))}
              </ul>
              <p className="above panel-more">
                <Link to={allPending}>All pending classes{totals && ` (${totals.pendingClasses})`}</Link>
              </p>
            </>
          )}
        </>
      )}
    </section>
  );
}

function LatestPayments() {
  const { data, error, refetch } = useQuery({
    ...apiQuery("GET /admin/payments/latest", { query: { limit: 5 } }),
    refetchInterval,
  });
  return (
    <section aria-labelledby="payments">
      <h2 id="payments" className="section-title below">
        Latest payments
      </h2>
      {!data ? (
        <QueryStatus query={{ error, refetch }} what="the payments" shape="list" />
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
          <p className="above panel-more">
            <Link to="/dashboard/payments">All payments</Link>
          </p>
        </>
      )}
    </section>
  );
}
