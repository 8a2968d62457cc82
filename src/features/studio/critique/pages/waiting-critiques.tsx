import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useSession } from "../../../../access/session-store.ts";
import { apiQuery } from "../../../../access/api-query.ts";

export function useCount() {
  const email = useSession().user?.email ?? "";
  return useQuery({
    ...apiQuery("GET /instructor/critiques/{email}/count", { params: { email } }),
    refetchInterval: 60_000,
    enabled: email !== "",
  }).data;
}

export default function CritiqueCount() {
  const count = useCount();
  if (!count || count.waiting === 0) return null;
  return (
    <span className="menu-count">
      {count.waiting > 99 ? "99+" : count.waiting}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}

export function WaitingCritiques() {
  const count = useCount();
  // The classes below must not move when the count comes.
  if (!count) return <p className="callout is-strong waiting-line">{"\u00a0"}</p>;
  if (count.waiting === 0) return <p className="callout is-strong waiting-line">Nothing to critique.</p>;
  return (
    <p className="callout is-strong waiting-line">
      <strong>{drawings(count.waiting)}</strong> to critique
      {count.overdue > 0 && `, ${count.overdue} overdue`}.{" "}
      <Link to="/dashboard/instructor/critiques">Open {count.waiting === 1 ? "it" : "them"}</Link>
    </p>
  );
}

export const drawings = (count: number): string =>
  count === 1 ? "1 drawing" : `${count.toLocaleString("en-US")} drawings`;

export const drawingPath = (id: string): string => `/dashboard/instructor/critiques?drawing=${id}`;
