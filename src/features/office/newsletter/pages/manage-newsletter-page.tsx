import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { ConfirmDialog, SuccessDialog } from "../../../../ui/dialog.tsx";
import { EmptyPage, LoadFailure } from "../../../../ui/empty-page.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import { Table } from "../../../../ui/table.tsx";
import { api } from "../../../../access/session.ts";
import { useGuard } from "../../../../access/use-guard.ts";
import { NewsletterPreview } from "./newsletter-preview.tsx";
import { issueColumns } from "./newsletter-columns.tsx";
import {
  type NewsletterOverview,
  type NewsletterDraft,
  newsletterQuery,
  refetchNewsletter,
} from "./newsletter-query.ts";
import { SubscriberExport } from "./subscriber-export.tsx";
import "./manage-newsletter-page.css";

export const meta = () => [{ title: "Newsletter · Senga" }];

export default function NewsletterPage(): ReactNode {
  const admin = useGuard("admin");
  return (
    admin && (
      <>
        <h1 tabIndex={-1}>Newsletter</h1>
        <Overview />
      </>
    )
  );
}

function Overview(): ReactNode {
  const { data, error, refetch } = useQuery(newsletterQuery);
  // Here, because the draft disappears after its release.
  const [isReleased, setReleased] = useState(false);
  if (!data) {
    return error ? (
      <LoadFailure onRetry={() => void refetch()}>
        We couldn't load the newsletter. {error.message}
      </LoadFailure>
    ) : (
      <ProgressBar label="Loading the newsletter" />
    );
  }
  const { subscribers, draft, issues } = data;
  return (
    <>
      <p className="newsletter-readers">
        <strong>{subscribers.confirmed.toLocaleString("en-US")}</strong>{" "}
        {subscribers.confirmed === 1 ? "confirmed subscriber" : "confirmed subscribers"}
        {subscribers.pending > 0 && `, ${subscribers.pending.toLocaleString("en-US")} yet to confirm`}
        <SubscriberExport isEmpty={subscribers.confirmed === 0} />
      </p>
      <section aria-labelledby="next">
        <h2 id="next">Next newsletter</h2>
        {draft ? (
          <NextIssue overview={data} draft={draft} onReleased={() => setReleased(true)} />
        ) : (
          <EmptyPage>
            Nothing new to send. When a class is approved, the next newsletter is written here.
          </EmptyPage>
        )}
      </section>
      <section aria-labelledby="sent">
        <h2 id="sent">Sent</h2>
        {issues.length > 0 ? (
          <Table caption="Newsletters, newest first" columns={issueColumns} rows={issues} />
        ) : (
          <p>No newsletter has gone out yet.</p>
        )}
      </section>
      {isReleased && (
        <SuccessDialog title="Newsletter on its way" onClose={() => setReleased(false)}>
          It goes out in batches. You can follow it under Sent, and leave this page.
        </SuccessDialog>
      )}
    </>
  );
}

interface NextIssueProps {
  readonly overview: NewsletterOverview;
  readonly draft: NewsletterDraft;
  readonly onReleased: () => void;
}

function NextIssue({ overview, draft, onReleased }: NextIssueProps): ReactNode {
  const [asked, setAsked] = useState<NewsletterDraft>();
  const body = { newsUntil: String(draft.newsUntil) };
  const test = useMutation({ mutationFn: () => api("POST /admin/newsletter/test", { body }) });
  const release = useMutation({
    mutationFn: ({ newsUntil }: NewsletterDraft) =>
      api("POST /admin/newsletter/release", { body: { newsUntil: String(newsUntil) } }),
    onSuccess: onReleased,
    onSettled: refetchNewsletter,
  });
  const { subscribers, nextRelease, isAutomatic } = overview;
  const people = subscribers.confirmed === 1 ? "1 subscriber" : `${subscribers.confirmed} subscribers`;
  return (
    <>
      <NewsletterPreview draft={draft} />
      <p className="newsletter-when">
        {nextRelease ? (
          <>
            Subscribers are promised one a week at most. This one can go out from <Moment at={nextRelease} />.
          </>
        ) : isAutomatic ? (
          "It goes out by itself on Thursday at 16:00 UTC. You can also send it now."
        ) : (
          "It waits here until you send it."
        )}
      </p>
      <div className="newsletter-actions">
        <Button
          disabled={nextRelease !== null || subscribers.confirmed === 0}
          busy={release.isPending && "Sending …"}
          onClick={() => setAsked(draft)}
        >
          Send to {people}
        </Button>
        <Button look="quiet" busy={test.isPending && "Sending …"} onClick={() => test.mutate()}>
          Send me a test
        </Button>
        <p role="status">{test.data && `A test is on its way to ${test.data.sentTo}.`}</p>
      </div>
      <FormError>{test.error?.message ?? release.error?.message}</FormError>
      {asked && (
        <ConfirmDialog
          confirmLabel="Yes, Send It!"
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            release.mutate(asked);
            setAsked(undefined);
          }}
        >
          “{asked.subject}” will be emailed to {people}. You can't take it back.
        </ConfirmDialog>
      )}
    </>
  );
}
