import type { ReactNode } from "react";
import { Moment } from "../../../../ui/timestamp.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import type { Column } from "../../../../ui/table.tsx";
import type { NewsletterIssue } from "./manage-newsletter-page.tsx";

export const issueColumns: readonly Column<NewsletterIssue>[] = [
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

function Left({ issue: { number, sent, failed, left } }: { readonly issue: NewsletterIssue }): ReactNode {
  if (left === 0) return "0";
  return (
    <>
      {left.toLocaleString("en-US")}
      <ProgressBar label={`Newsletter ${number} going out`} done={(sent + failed) / (sent + failed + left)} />
    </>
  );
}
