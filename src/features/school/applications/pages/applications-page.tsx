import { Button } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { type Row, apiPageQuery } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import type { ApplicationDecision } from "../../users/policy.ts";
import { longNote, maxNoteLength } from "../policy.ts";
import { type Decide, type Decision, useDecision } from "../../../shared/decision.tsx";
import { ListPage } from "../../../shared/list-page.tsx";
import { refetchInterval } from "../../../shared/list-query.ts";
import "./applications-page.css";

export const meta = () => [{ title: "Applications · Senga" }];

type WaitingApplication = Row<"GET /admin/applications">;

export default function ApplicationsPage() {
  const [dialog, decide] = useDecision();
  return (
    <>
      <ListPage
        title="Applications"
        noun={["application", "applications"]}
        query={(page) => ({ ...apiPageQuery("GET /admin/applications", { query: page }), refetchInterval })}
        limit={20}
        renderRows={(rows) => (
          <ul role="list" className="stack is-loose">
            {rows.map((application) => (
              <ApplicationCard key={application._id} application={application} onDecide={decide} />
            ))}
          </ul>
        )}
        more="Later applications"
        renderEmpty={() => <EmptyPage>Nothing is waiting for review.</EmptyPage>}
      >
        <p className="lede applications-lede">
          Students who’d like to teach. Accept one and they become an instructor; decline and they can apply
          again after 30 days. They get your answer by email.
        </p>
      </ListPage>
      {dialog}
    </>
  );
}

interface ApplicationCardProps {
  readonly application: WaitingApplication;
  readonly onDecide: Decide;
}

function ApplicationCard({ application, onDecide }: ApplicationCardProps) {
  const { applicant, text, portfolio, date, changed, declinedBefore } = application;
  return (
    <li className="stack is-close application panel">
      <div className="application-head">
        <h2 className="card-title">{applicant.name}</h2>
        <p>
          <a href={`mailto:${applicant.email}`}>{applicant.email}</a>
        </p>
        <p className="subline">
          Applied <Moment at={date} />
          {changed !== date && (
            <>
              , changed <Moment at={changed} />
            </>
          )}
        </p>
      </div>
      <p dir="auto" className="quote words">
        {text}
      </p>
      <p>
        {/* An untrusted URL: sends no referrer, passes no ranking. */}
        <a href={portfolio} target="_blank" rel="noopener noreferrer nofollow external">
          Portfolio of {applicant.name}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
        <span className="subline">{portfolio}</span>
      </p>
      {declinedBefore && (
        <p className="quiet words">
          Declined before, <Moment at={declinedBefore.date} />. {declinedBefore.note}
        </p>
      )}
      <div className="cluster application-actions">
        <Button size="small" onClick={() => onDecide(decisionOn(application, "accepted"))}>
          Accept
          <span className="visually-hidden"> {applicant.name}</span>
        </Button>
        <Button size="small" look="quiet" onClick={() => onDecide(decisionOn(application, "declined"))}>
          Decline
          <span className="visually-hidden"> {applicant.name}</span>
        </Button>
      </div>
    </li>
  );
}

const words = {
  accepted: {
    path: "PATCH /admin/accept/application/{id}",
    confirm: "Yes, Accept This Application!",
    busy: "Accepting…",
    hint: "Included in the welcome email.",
  },
  declined: {
    path: "PATCH /admin/decline/application/{id}",
    confirm: "Yes, Decline This Application!",
    busy: "Declining…",
    hint: "Say why, and what would help. They’ll get it by email and see it on the Teach page.",
  },
} as const;

function decisionOn(
  { _id: id, applicant, changed }: WaitingApplication,
  decision: ApplicationDecision,
): Decision {
  const { path, hint, ...labels } = words[decision];
  const isAccepted = decision === "accepted";
  return {
    ...labels,
    effect: isAccepted
      ? `${applicant.name} will be able to add classes, and won’t be able to buy classes anymore.`
      : `${applicant.name} stays a student, and can apply again after 30 days.`,
    name: "note",
    text: { label: "Note (optional)", hint, rows: 4 },
    check: (note) => note.length > maxNoteLength && longNote,
    run: async (note) => {
      await api(path, { params: { id }, body: { note, seen: String(changed) } });
      return {
        title: isAccepted ? `${applicant.name} is an Instructor Now` : "Application Declined",
        text: `${applicant.name} has been emailed.`,
      };
    },
  };
}
