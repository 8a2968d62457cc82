import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { apiQuery } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { useGuard } from "../../../../access/use-guard.ts";
import { AlwaysMailed, MailChoices } from "./mail-choices.tsx";
import "./notifications-page.css";

export const meta = () => [{ title: "What we email you · Senga" }];

export default function MailChoicesPage(): ReactNode {
  const member = useGuard();
  return member && <OwnChoices />;
}

function OwnChoices(): ReactNode {
  const queryClient = useQueryClient();
  const query = apiQuery("GET /notifications/choices");
  const { data, error, refetch } = useQuery({
    ...query,
    // A form that is being filled in must not change.
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <p className="notifications-back">
        <Link to="/dashboard/notifications">Notifications</Link>
      </p>
      <h1 tabIndex={-1}>What we email you</h1>
      <p className="lede mail-choices-lede">
        Everything is always listed under Notifications. Here you decide what we email you as well. Once a day
        means one email at 18:00 by the clock of your class, or in UTC.
      </p>
      {data ? (
        <MailChoices
          choices={data}
          save={async (frequencies) => {
            const saved = await api("PATCH /notifications/choices", { body: frequencies });
            queryClient.setQueryData(query.queryKey, saved);
          }}
        />
      ) : error ? (
        <LoadFailure onRetry={() => void refetch()}>
          We couldn’t load your choices. {error.message}
        </LoadFailure>
      ) : (
        <Loading label="Loading your choices" shape="list" />
      )}
      <AlwaysMailed />
    </>
  );
}
