import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "../../../../ui/button.tsx";
import { DownloadButton } from "../../../../ui/download-button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { FormError } from "../../../../ui/field.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import { Table, type Column } from "../../../../ui/table.tsx";
import { api } from "../../../../access/session.ts";
import { type Answer, apiQuery } from "../../../../access/api-query.ts";
import { formatPrice } from "../../../../ui/price.tsx";
import { QueryStatus } from "../../../../ui/query-status.tsx";
import { type Decide, type Decision, useDecision } from "../../../shared/decision.tsx";
import "./manage-newsletter-page.css";

type NewsletterOverview = Answer<"GET /admin/newsletter">;
export type NewsletterDraft = NonNullable<NewsletterOverview["draft"]>;
export type NewsletterIssue = NewsletterOverview["issues"][number];

export const meta = () => [{ title: "Newsletter · Senga" }];

export default function NewsletterPage() {
  return (
    <>
      <h1 tabIndex={-1}>Newsletter</h1>
      <Overview />
    </>
  );
}

function Overview() {
  const { data, error, refetch } = useQuery({
    ...apiQuery("GET /admin/newsletter"),
    refetchInterval: ({ state }) =>
      state.data?.issues.some(({ finishedAt }) => finishedAt === null) ? 3000 : 30_000,
  });
  // Outlives the draft, which disappears after its release.
  const [dialog, decide] = useDecision();
  if (!data) return <QueryStatus query={{ error, refetch }} what="the newsletter" />;
  const { subscribers, draft, issues } = data;
  return (
    <>
      <div className="cluster newsletter-readers">
        <strong>{subscribers.confirmed.toLocaleString("en-US")}</strong>{" "}
        {subscribers.confirmed === 1 ? "confirmed subscriber" : "confirmed subscribers"}
        {subscribers.pending > 0 && `, ${subscribers.pending.toLocaleString("en-US")} yet to confirm`}
        <DownloadButton
          name="subscribers.csv"
          fetchFile={() => api.file("GET /admin/export/subscribers", {})}
        >
          Export as CSV
          <span className="visually-hidden"> the subscribers</span>
        </DownloadButton>
      </div>
      <section aria-labelledby="next">
        <h2 id="next">Next newsletter</h2>
        {draft ? (
          <NextIssue overview={data} draft={draft} onDecide={decide} />
        ) : (
          <EmptyPage>
            Nothing to send yet. Approve a class and we’ll draft the next newsletter here.
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
      {dialog}
    </>
  );
}

interface NextIssueProps {
  readonly overview: NewsletterOverview;
  readonly draft: NewsletterDraft;
  readonly onDecide: Decide;
}

function NextIssue({ overview, draft, onDecide }: NextIssueProps) {
  const body = { newsUntil: String(draft.newsUntil) };
  const test = useMutation({ mutationFn: () => api("POST /admin/newsletter/test", { body }) });
  const { subscribers, nextRelease, isAutomatic } = overview;
  const people = subscribers.confirmed === 1 ? "1 subscriber" : `${subscribers.confirmed} subscribers`;
  const release: Decision = {
    effect: `“${draft.subject}” will be emailed to ${people}. You can’t undo this.`,
    confirm: "Yes, Send It!",
    busy: "Sending…",
    run: async () => {
      await api("POST /admin/newsletter/release", { body });
      return {
        title: "Newsletter on its way",
        text: "It goes out in batches. You can leave this page; follow its progress under Sent.",
      };
    },
  };
  return (
    <>
      <NewsletterPreview draft={draft} />
      <p>
        {nextRelease ? (
          <>
            We promise subscribers at most one a week. The next one can go out on <Moment at={nextRelease} />.
          </>
        ) : isAutomatic ? (
          "It goes out automatically on Thursday at 4 PM UTC. You can also send it now."
        ) : (
          "It stays here until you send it."
        )}
      </p>
      <div className="actions is-level above">
        <Button
          disabled={nextRelease !== null || subscribers.confirmed === 0}
          onClick={() => onDecide(release)}
        >
          Send to {people}
        </Button>
        <Button look="quiet" busy={test.isPending && "Sending…"} onClick={() => test.mutate()}>
          Send me a test
        </Button>
        <p role="status">{test.data && `A test is on its way to ${test.data.sentTo}.`}</p>
      </div>
      <FormError>{test.error?.message}</FormError>
    </>
  );
}

const issueColumns: readonly Column<NewsletterIssue>[] = [
  { title: "#", kind: "index", cell: ({ number }) => number },
  { title: "Subject", kind: "title", cell: ({ subject }) => subject },
  {
    title: "Released",
    cell: ({ releasedAt, releasedBy }) => (
      <>
        <Moment at={releasedAt} />
        <br />
        {releasedBy ? `by ${releasedBy}` : "automatically"}
      </>
    ),
  },
  { title: "Sent", kind: "number", cell: ({ sent }) => sent.toLocaleString("en-US") },
  { title: "Failed", kind: "number", cell: ({ failed }) => failed.toLocaleString("en-US") },
  { title: "Left", kind: "number", cell: (issue) => <Left issue={issue} /> },
];

function Left({ issue: { number, sent, failed, left } }: { readonly issue: NewsletterIssue }) {
  if (left === 0) return "0";
  return (
    <>
      {left.toLocaleString("en-US")}
      <ProgressBar label={`Newsletter ${number} going out`} done={(sent + failed) / (sent + failed + left)} />
    </>
  );
}

function NewsletterPreview({ draft }: { readonly draft: NewsletterDraft }) {
  const { subject, classes, moreClasses, text } = draft;
  return (
    <>
      <p className="newsletter-subject">
        <span>Subject</span> {subject}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must be able to */}
      <div className="newsletter-sheet" role="region" aria-label="The email" tabIndex={0}>
        <p className="newsletter-sheet-head">Senga</p>
        <ul role="list">
          {classes.map(({ _id, className, instructorName, level, price }) => (
            <li key={_id}>
              <img src={`/share/class/${_id}.png`} alt="" width="1200" height="630" loading="lazy" />
              <h3 className="card-title">{className}</h3>
              <p>
                with <bdi>{instructorName}</bdi> · {level} · {formatPrice(price)}
              </p>
            </li>
          ))}
        </ul>
        {moreClasses > 0 && <p>Plus a button: See {moreClasses} more</p>}
      </div>
      <details className="newsletter-text">
        <summary>Plain-text version</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must be able to */}
        <pre tabIndex={0}>{text}</pre>
      </details>
    </>
  );
}
