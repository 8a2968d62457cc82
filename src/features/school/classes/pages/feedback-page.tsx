import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { ApiError } from "../../../../http/client.ts";
import { ButtonLink } from "../../../../ui/button.tsx";
import { EmptyPage, LoadFailure } from "../../../../ui/empty-page.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { useGuard } from "../../../../access/use-guard.ts";
import { apiQuery } from "../../../../access/api-query.ts";
import { FeedbackForm } from "./feedback-form.tsx";

export const meta = () => [{ title: "Send Feedback · Senga" }, { name: "robots", content: "noindex" }];

export default function FeedbackPage(): ReactNode {
  const admin = useGuard("admin");
  const { id = "" } = useParams();
  return admin && <Feedback id={id} key={id} />;
}

function Feedback({ id }: { readonly id: string }): ReactNode {
  const { data, error, refetch } = useQuery({
    ...apiQuery("GET /class/{id}", { params: { id } }),
    // Never cached: a stale base would overwrite newer feedback.
    gcTime: 0,
    // The draft is based on the version that the admin saw.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <>
      <h1 tabIndex={-1}>Send Feedback</h1>
      {data ? (
        <FeedbackForm item={data} />
      ) : error instanceof ApiError && error.status < 500 && error.status >= 400 ? (
        <EmptyPage action={<ButtonLink to="/dashboard/manage-classes">Manage Classes</ButtonLink>}>
          We couldn’t find this class.
        </EmptyPage>
      ) : error ? (
        <LoadFailure onRetry={() => void refetch()}>
          The class couldn’t be loaded. {error.message}
        </LoadFailure>
      ) : (
        <Loading label="Loading the class" shape="sheet" />
      )}
    </>
  );
}
