import { QueryStatus } from "../../../../ui/query-status.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { apiQuery } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { AlwaysMailed, MailChoices } from "./mail-choices.tsx";
import "./notifications-page.css";

export const meta = () => [{ title: "Email settings · Senga" }];

export default function MailChoicesPage() {
  const queryClient = useQueryClient();
  const query = apiQuery("GET /notifications/choices");
  const { data, error, refetch } = useQuery({
    ...query,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <p className="notifications-back">
        <Link to="/dashboard/notifications">Notifications</Link>
      </p>
      <h1 tabIndex={-1}>Email settings</h1>
      <p className="lede mail-choices-lede below-large">
        You’ll always find everything under Notifications. Choose what we also email you. Daily emails go out
        at 6 PM in your class’s time zone, or in UTC if it has none.
      </p>
      {data ? (
        <MailChoices
          choices={data}
          save={async (frequencies) => {
            const saved = await api("PATCH /notifications/choices", { body: frequencies });
            queryClient.setQueryData(query.queryKey, saved);
          }}
        />
      ) : (
        <QueryStatus query={{ error, refetch }} what="your email settings" shape="list" />
      )}
      <AlwaysMailed />
    </>
  );
}
