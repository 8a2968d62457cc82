import { type UseQueryResult, usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type Answer, apiQuery } from "../../access/api-query.ts";
import { formatDay } from "../../ui/day.ts";
import { QueryStatus } from "../../ui/query-status.tsx";
import type { DecisionKind } from "../../features/office/overview/policy.ts";
import { Tiles, totalsQuery } from "../../features/office/statistics/pages/tiles.tsx";
import "./start-page.css";

const kinds: Readonly<
  Record<DecisionKind, { readonly one: string; readonly many: string; readonly to: string }>
> = {
  "failed-refunds": {
    one: "refund that failed",
    many: "refunds that failed",
    to: "/dashboard/payments?refund=failed",
  },
  "refund-requests": { one: "refund request", many: "refund requests", to: "/dashboard/payments" },
  "unknown-payments": {
    one: "payment without a record",
    many: "payments without a record",
    to: "/dashboard/payments",
  },
  reports: { one: "report to decide", many: "reports to decide", to: "/dashboard/reports" },
  classes: {
    one: "class to approve",
    many: "classes to approve",
    to: "/dashboard/manage-classes?status=pending",
  },
  applications: { one: "application to teach", many: "applications to teach", to: "/dashboard/applications" },
  messages: { one: "message to answer", many: "messages to answer", to: "/dashboard/messages" },
};

export default function AdminStart() {
  const overview = useQuery({ ...apiQuery("GET /admin/overview"), refetchInterval: 60_000 });
  usePrefetchQuery(totalsQuery);
  return (
    <>
      <Decisions {...overview} />
      {/* Nobody knows yet how much room the decisions take. */}
      {!overview.isPending && (
        <section className="start-section" aria-labelledby="figures">
          <div className="bar is-baseline below start-section-head">
            <h2 id="figures">The school so far</h2>
            <Link to="/dashboard/admin-panel">Open the admin panel</Link>
          </div>
          <Tiles />
        </section>
      )}
    </>
  );
}

function Decisions({ data, error, refetch }: UseQueryResult<Answer<"GET /admin/overview">>) {
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions">{data?.length === 0 ? "All decided" : "Your decisions"}</h2>
      {!data ? (
        <QueryStatus
          query={{ error, refetch }}
          what="your desk"
          loading="Laying out your desk"
          shape="tiles"
          failure="We couldn’t load what’s waiting."
        />
      ) : data.length === 0 ? (
        <p className="start-caught-up">
          No refunds, reports, classes, applications or messages are open. New ones show up here.
        </p>
      ) : (
        <ul role="list" className="start-decisions">
          {data.map(({ kind, count, since }) => {
            const { one, many, to } = kinds[kind];
            return (
              <li key={kind} className="panel casts-tone has-stretched-link">
                <h3 className="card-title">
                  <Link to={to}>
                    <span className="start-count">{count.toLocaleString("en-US")}</span>{" "}
                    {count === 1 ? one : many}
                  </Link>
                </h3>
                <p className="quiet is-small">
                  {count === 1 ? "Since" : "Oldest:"} {formatDay(new Date(String(since)))}
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
