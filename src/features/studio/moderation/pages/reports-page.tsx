import { Link, useSearchParams } from "react-router";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { apiPageQuery, type Row } from "../../../../access/api-query.ts";
import { Button } from "../../../../ui/button.tsx";
import { TextArea } from "../../../../ui/field.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { api } from "../../../../access/session.ts";
import { useMediaSession } from "../../../classroom/playback/pages/media-session-query.ts";
import { ListPage } from "../../../shared/list-page.tsx";
import { reasonWords } from "../../../shared/report-reasons.ts";
import { type Decide, type Decision, useDecision } from "../../../shared/decision.tsx";
import { MediaFailure, DrawingPicture } from "../../critique/pages/drawing-picture.tsx";
import { type ReportDecision, maxDecision } from "../policy.ts";
import "./report-card.css";

export const meta = () => [{ title: "Reports · Senga" }];

export default function ReportsPage() {
  const [search] = useSearchParams();
  const status = search.get("status") === "decided" ? "decided" : "open";
  const media = useMediaSession();
  const [dialog, decide] = useDecision();
  return (
    <>
      <ListPage
        title="Reports"
        noun={["report", "reports"]}
        query={(page) => ({
          ...apiPageQuery("GET /admin/reports", { query: { ...page, status } }),
          refetchInterval: 15_000,
        })}
        limit={20}
        renderRows={(rows) => (
          <ul role="list" className="stack is-loose">
            {rows.map((thing) => (
              <ReportCard key={thing._id} thing={thing} hasMedia={media.data === true} onDecide={decide} />
            ))}
          </ul>
        )}
        shape="cards"
        more="More reports"
        renderEmpty={() => (
          <EmptyPage>{status === "open" ? "No open reports." : "No decisions yet."}</EmptyPage>
        )}
      >
        <MediaFailure />
        <p className="below">
          {status === "open" ? (
            <Link to="?status=decided">Past decisions</Link>
          ) : (
            <Link to="?">Open reports</Link>
          )}
        </p>
      </ListPage>
      {dialog}
    </>
  );
}

type ReportedThing = Row<"GET /admin/reports">;

interface ReportCardProps {
  readonly thing: ReportedThing;
  readonly hasMedia: boolean;
  readonly onDecide: Decide;
}

function ReportCard({ thing, hasMedia, onDecide }: ReportCardProps) {
  const { kind, author, text, pictures, reports, decision, state, mayDecide } = thing;
  return (
    <li className="stack is-close report is-padded panel">
      <h2 className="card-title">
        A {kind} by {author.name}
      </h2>
      <p>
        in {thing.class.name} ·{" "}
        <Link to={`/dashboard/manage-users?q=${encodeURIComponent(author.name)}`}>See the account</Link>
      </p>
      {text && (
        <blockquote dir="auto" className="callout report-text">
          {text}
        </blockquote>
      )}
      {hasMedia && pictures.length > 0 && (
        <ul role="list" className="report-pictures">
          {pictures.map((picture, index) => (
            <li key={picture._id}>
              <DrawingPicture
                picture={picture}
                alt={`Reported drawing by ${author.name}, picture ${index + 1} of ${pictures.length}`}
                sizes="240px"
              />
            </li>
          ))}
        </ul>
      )}
      <h3>{reports.length === 1 ? "1 person reported it" : `${reports.length} people reported it`}</h3>
      <ul role="list" className="stack is-tight report-voices">
        {reports.map(({ _id, by, reason, text: said, date }) => (
          <li key={_id}>
            <strong>{reasonWords[reason]}</strong>, reported {by && `by ${by} `}on <Moment at={date} />
            {said && <p className="callout report-text">{said}</p>}
          </li>
        ))}
      </ul>
      {decision ? (
        <p>
          <strong>{decision.decision === "hide" ? "Removed" : "Left up"}</strong> by {decision.by},{" "}
          <Moment at={decision.date} />: {decision.reason}
        </p>
      ) : !mayDecide ? (
        <p>It’s yours, so another admin will decide.</p>
      ) : (
        <>
          {state !== "shown" && (
            <p>{state === "hidden" ? "It’s hidden from the class now." : `This ${kind} is already gone.`}</p>
          )}
          <div className="cluster">
            <DecisionButton thing={thing} decision="hide" onDecide={onDecide} />
            {state !== "gone" && <DecisionButton thing={thing} decision="keep" onDecide={onDecide} />}
          </div>
        </>
      )}
    </li>
  );
}

interface DecisionButtonProps {
  readonly thing: ReportedThing;
  readonly decision: ReportDecision;
  readonly onDecide: Decide;
}

function DecisionButton({ thing, decision, onDecide }: DecisionButtonProps) {
  const words = wordsFor(thing)[decision];
  return (
    <Button
      look={decision === "keep" ? "quiet" : undefined}
      size="small"
      onClick={() => onDecide(decisionOn(thing, decision, words))}
    >
      {words.confirm}
      <span className="visually-hidden">
        : {thing.kind} by {thing.author.name}
      </span>
    </Button>
  );
}

type Words = Pick<Decision, "title" | "effect" | "confirm"> & { readonly done: string };

function wordsFor({ kind, author, state }: ReportedThing): Readonly<Record<ReportDecision, Words>> {
  const [all, reporters] = [
    `${author.name} and those who reported it will read your reason.`,
    "Those who reported it will read your reason.",
  ];
  const isHidden = state === "hidden";
  return {
    hide:
      state === "gone"
        ? {
            title: "Close this report?",
            effect: `There’s nothing left to remove. ${reporters}`,
            confirm: "Close the report",
            done: "The report is closed",
          }
        : {
            title: isHidden ? `Keep this ${kind} hidden?` : `Take this ${kind} down?`,
            effect: isHidden
              ? `The class still won’t see it. ${all}`
              : `The class won’t see it anymore. ${all}`,
            confirm: isHidden ? "Keep it hidden" : "Remove it",
            done: isHidden ? "It stays hidden" : "It’s been removed",
          },
    keep: {
      title: isHidden ? `Show this ${kind} again?` : `Leave this ${kind} up?`,
      effect: isHidden ? `It won’t be hidden anymore. ${all}` : `Nothing changes for the class. ${reporters}`,
      confirm: isHidden ? "Show it again" : "Leave it up",
      done: isHidden ? "It isn’t hidden anymore" : "It stays up",
    },
  };
}

function decisionOn(
  { _id, reports }: ReportedThing,
  decision: ReportDecision,
  { done, ...words }: Words,
): Decision {
  return {
    ...words,
    busy: "Saving…",
    field: (field) => (
      <TextArea {...field} label="Reason" hint="It’s kept in the audit log, too." rows={3} required />
    ),
    check: (reason) =>
      reason
        ? reason.length > maxDecision && `Keep it to ${maxDecision} characters`
        : "Give a reason: people will read it",
    run: async (reason) => {
      const body = { decision, reason, seen: String(reports.at(-1)?.date) };
      await api("POST /admin/reports/{id}/decision", { params: { id: _id }, body });
      toast(done);
      return undefined;
    },
  };
}
