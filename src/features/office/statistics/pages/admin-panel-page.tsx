import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { SectionHeading } from "../../../../ui/heading.tsx";
import { formatPrice } from "../../../../ui/price.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { useGuard } from "../../../../access/use-guard.ts";
import { apiQuery } from "../../../../access/api-query.ts";
import { refetchInterval } from "../../../shared/list-query.ts";
import { LatestPayments } from "../../payments/pages/latest-payments.tsx";
import { WaitingMessages } from "../../../school/contact/pages/open-messages.tsx";
import { WaitingForReview } from "./pending-classes.tsx";
import { StatisticsPanel } from "./statistics-panel.tsx";
import "./admin-panel-page.css";

export const meta = () => [{ title: "Admin Panel · Senga" }];

export default function AdminPanelPage(): ReactNode {
  const admin = useGuard("admin");
  if (!admin) return null;
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

function Tiles(): ReactNode {
  const { data, error, refetch } = useQuery({ ...apiQuery("GET /admin/payments"), refetchInterval });
  if (!data) {
    return error ? (
      <LoadFailure onRetry={() => void refetch()}>The totals couldn’t be loaded. {error.message}</LoadFailure>
    ) : (
      <Loading label="Loading the totals" shape="tiles" />
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
