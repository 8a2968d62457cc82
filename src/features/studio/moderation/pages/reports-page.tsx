import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { apiPageQuery } from "../../../../access/api-query.ts";
import { useGuard } from "../../../../access/use-guard.ts";
import { mediaSessionQuery } from "../../../classroom/playback/pages/media-session-query.ts";
import { ListPage } from "../../../shared/list-page.tsx";
import { ReportCard } from "./report-card.tsx";

export const meta = () => [{ title: "Reports · Senga" }];

export default function ReportsPage(): ReactNode {
  const admin = useGuard("admin");
  return admin && <Reports email={admin.user.email} />;
}

function Reports({ email }: { readonly email: string }): ReactNode {
  const [search] = useSearchParams();
  const status = search.get("status") === "decided" ? "decided" : "open";
  const media = useQuery(mediaSessionQuery(email));
  return (
    <ListPage
      title="Reports"
      noun={["report", "reports"]}
      query={(page) => ({
        ...apiPageQuery("GET /admin/reports", { query: { ...page, status } }),
        refetchInterval: 15_000,
      })}
      limit={20}
      renderRows={(rows) => (
        <ul role="list" className="reports">
          {rows.map((thing) => (
            <ReportCard key={thing._id} thing={thing} hasMedia={media.isSuccess} />
          ))}
        </ul>
      )}
      shape="cards"
      more="More reports"
      renderEmpty={() => (
        <EmptyPage>{status === "open" ? "No open reports." : "No decisions yet."}</EmptyPage>
      )}
    >
      <p className="reports-switch">
        {status === "open" ? (
          <Link to="?status=decided">Past decisions</Link>
        ) : (
          <Link to="?">Open reports</Link>
        )}
      </p>
    </ListPage>
  );
}
