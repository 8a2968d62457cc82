import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { apiQuery } from "../../../../access/api-query.ts";

const useOpenMessages = () =>
  useQuery({ ...apiQuery("GET /admin/messages/open"), refetchInterval: 30_000 }).data?.open;

export default function OpenMessages() {
  const open = useOpenMessages();
  if (!open) return null;
  return (
    <span className="menu-count">
      {open > 99 ? "99+" : open}
      <span className="visually-hidden"> open</span>
    </span>
  );
}

export function WaitingMessages() {
  const open = useOpenMessages();
  // The figures below must not move when the count comes.
  if (!open)
    return (
      <p className="callout is-strong waiting-line">{open === 0 ? "No messages to answer." : "\u00a0"}</p>
    );
  return (
    <p className="callout is-strong waiting-line">
      <strong>{open === 1 ? "1 message" : `${open.toLocaleString("en-US")} messages`}</strong> to answer.{" "}
      <Link to="/dashboard/messages">Read {open === 1 ? "it" : "them"}</Link>
    </p>
  );
}
