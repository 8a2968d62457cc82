import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { openMessagesQuery } from "./messages-query.ts";
import "../../../../ui/menu-count.css";

export default function OpenMessages(): ReactNode {
  const { data } = useQuery(openMessagesQuery);
  if (!data || data.open === 0) return null;
  return (
    <span className="menu-count">
      {data.open > 99 ? "99+" : data.open}
      <span className="visually-hidden"> open</span>
    </span>
  );
}

export function WaitingMessages(): ReactNode {
  const { data } = useQuery(openMessagesQuery);
  if (!data || data.open === 0) return null;
  return (
    <p className="waiting-line">
      <strong>{data.open === 1 ? "1 message" : `${data.open.toLocaleString("en-US")} messages`}</strong> to
      answer. <Link to="/dashboard/messages">Read {data.open === 1 ? "it" : "them"}</Link>
    </p>
  );
}
