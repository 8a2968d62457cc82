import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { useGuard } from "../../../../access/use-guard.ts";
import { mediaSessionQuery } from "../../../classroom/playback/pages/media-session-query.ts";
import { AdminList } from "../../../shared/admin-list.tsx";
import { oneOf } from "../../../shared/list-url.ts";
import { ReportCard } from "./report-card.tsx";
import { reportsQuery } from "./reports-query.ts";

export const meta = () => [{ title: "Reports · Senga" }];

const statuses = ["open", "decided"] as const;
const pageSize = 20;

export default function ReportsPage(): ReactNode {
  const admin = useGuard("admin");
  return (
    admin && (
      <>
        <h1 tabIndex={-1}>Reports</h1>
        <ReportList email={admin.user.email} />
      </>
    )
  );
}

function ReportList({ email }: { readonly email: string }): ReactNode {
  const [search] = useSearchParams();
  const status = oneOf(search.get("status"), statuses) ?? "open";
  const media = useQuery(mediaSessionQuery(email));
  const query = useQuery(
    reportsQuery({ limit: pageSize, cursor: search.get("cursor") ?? undefined, status }),
  );
  return (
    <>
      <p className="reports-switch">
        {status === "open" ? (
          <Link to="?status=decided">See what was decided</Link>
        ) : (
          <Link to="?">Back to what is open</Link>
        )}
      </p>
      <AdminList query={query} noun={["report", "reports"]} more="More reports" shape="cards">
        {(rows) =>
          rows.length > 0 ? (
            <ul role="list" className="reports">
              {rows.map((thing) => (
                <ReportCard key={thing._id} thing={thing} hasMedia={media.isSuccess} />
              ))}
            </ul>
          ) : (
            <EmptyPage>
              {status === "open" ? "Nothing to decide: no report is open." : "Nothing has been decided yet."}
            </EmptyPage>
          )
        }
      </AdminList>
    </>
  );
}
