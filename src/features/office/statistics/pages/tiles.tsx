import { useQuery } from "@tanstack/react-query";
import { formatPrice } from "../../../../ui/price.tsx";
import { QueryStatus } from "../../../../ui/query-status.tsx";
import { apiQuery } from "../../../../access/api-query.ts";
import { refetchInterval } from "../../../shared/list-query.ts";
import "./tiles.css";

export const totalsQuery = apiQuery("GET /admin/payments");

export function Tiles() {
  const { data, error, refetch } = useQuery({ ...totalsQuery, refetchInterval });
  if (!data)
    return (
      <QueryStatus
        query={{ error, refetch }}
        what="the totals"
        shape="tiles"
        failure="The totals couldn’t be loaded."
      />
    );
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
