import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { formatPrice } from "../../../../ui/price.tsx";
import { apiQuery } from "../../../../access/api-query.ts";
import { refetchInterval } from "../../../shared/list-query.ts";
import "./tiles.css";

export const totalsQuery = apiQuery("GET /admin/payments");

export function Tiles(): ReactNode {
  const { data, error, refetch } = useQuery({ ...totalsQuery, refetchInterval });
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
