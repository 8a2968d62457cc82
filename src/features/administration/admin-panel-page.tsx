import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { LoadFailure } from "../../ui/empty-page.tsx";
import { SectionHeading } from "../../ui/heading.tsx";
import { formatPrice } from "../../ui/price.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { useGuard } from "../accounts/use-guard.ts";
import { totalsQuery } from "./desk-queries.ts";
import { LatestPayments } from "./latest-payments.tsx";
import { PendingClasses } from "./pending-classes.tsx";
import { StatisticsPanel } from "./statistics-panel.tsx";
import "./admin-panel-page.css";

export const meta = () => [{ title: "Admin Panel · Senga" }];

export default function AdminPanelPage(): ReactNode {
  const admin = useGuard("admin");
  if (!admin) return null;
  return (
    <>
      <SectionHeading level={1} aside={<Link to="/dashboard/audit-log">Audit log</Link>}>
        Admin Panel
      </SectionHeading>
      <Tiles />
      <StatisticsPanel />
      <div className="panel-columns">
        <PendingClasses />
        <LatestPayments />
      </div>
    </>
  );
}

function Tiles(): ReactNode {
  const { data, error, refetch } = useQuery(totalsQuery);
  if (!data) {
    return error ? (
      <LoadFailure onRetry={() => void refetch()}>
        The totals could not be loaded. {error.message}
      </LoadFailure>
    ) : (
      <ProgressBar label="Loading the totals" />
    );
  }
  const tiles = [
    ["Total Users", data.totalUsers.toLocaleString("en-US")],
    ["Total Courses", data.totalClasses.toLocaleString("en-US")],
    ["Total Enrolled", data.totalEnrolled.toLocaleString("en-US")],
    ["Estimated Earnings", formatPrice(data.revenue)],
  ] as const;
  return (
    <dl className="tiles">
      {tiles.map(([label, figure]) => (
        <div key={label} className="tile panel">
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
