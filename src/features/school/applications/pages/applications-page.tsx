import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import type { CallAnswer } from "../../../../http/contract.ts";
import { Button } from "../../../../ui/button.tsx";
import { SuccessDialog } from "../../../../ui/dialog.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { useGuard } from "../../../../access/use-guard.ts";
import type { ApplicationDecision } from "../../users/policy.ts";
import { ApplicationDialog } from "./application-dialog.tsx";
import type { applicationsContract } from "../contract.ts";
import { AdminList } from "../../../shared/admin-list.tsx";
import { applicationsQuery } from "../../../shared/admin-queries.ts";
import "./applications-page.css";

export const meta = () => [{ title: "Applications · Senga" }];

const pageSize = 20;

export type WaitingApplication = CallAnswer<(typeof applicationsContract)["GET /admin/applications"]>[number];

export default function ApplicationsPage(): ReactNode {
  const admin = useGuard("admin");
  return admin && <Applications />;
}

interface Asked {
  readonly application: WaitingApplication;
  readonly decision: ApplicationDecision;
}

function Applications(): ReactNode {
  const [search] = useSearchParams();
  const [asked, setAsked] = useState<Asked>();
  const [done, setDone] = useState<Asked>();
  const cursor = search.get("cursor") ?? undefined;
  const query = useQuery(applicationsQuery({ limit: pageSize, cursor }));
  return (
    <>
      <h1 tabIndex={-1}>Applications</h1>
      <p className="lede applications-lede">
        Students who’d like to teach. Accept one and they become an instructor; decline and they can apply
        again after 30 days. They get your answer by email.
      </p>
      <AdminList query={query} noun={["application", "applications"]} more="Later applications">
        {(rows) =>
          rows.length > 0 ? (
            <ul role="list" className="applications">
              {rows.map((application) => (
                <ApplicationCard
                  key={application._id}
                  application={application}
                  onDecide={(decision) => setAsked({ application, decision })}
                />
              ))}
            </ul>
          ) : (
            <EmptyPage>Nothing is waiting for review.</EmptyPage>
          )
        }
      </AdminList>
      {asked && (
        <ApplicationDialog
          {...asked}
          onClose={() => setAsked(undefined)}
          onDecided={() => {
            setAsked(undefined);
            setDone(asked);
          }}
        />
      )}
      {done && (
        <SuccessDialog
          title={
            done.decision === "accepted"
              ? `${done.application.applicant.name} is an Instructor Now`
              : "Application Declined"
          }
          onClose={() => setDone(undefined)}
        >
          {done.application.applicant.name} has been emailed.
        </SuccessDialog>
      )}
    </>
  );
}

interface ApplicationCardProps {
  readonly application: WaitingApplication;
  readonly onDecide: (decision: ApplicationDecision) => void;
}

function ApplicationCard({ application, onDecide }: ApplicationCardProps): ReactNode {
  const { applicant, text, portfolio, date, changed, declinedBefore } = application;
  return (
    <li className="application panel">
      <div className="application-head">
        <h2 className="card-title">{applicant.name}</h2>
        <p>
          <a href={`mailto:${applicant.email}`}>{applicant.email}</a>
        </p>
        <p className="application-when">
          Applied <Moment at={date} />
          {changed !== date && (
            <>
              , changed <Moment at={changed} />
            </>
          )}
        </p>
      </div>
      <p className="application-text">{text}</p>
      <p>
        {/* An untrusted URL: send no referrer, pass no ranking. */}
        <a href={portfolio} target="_blank" rel="noopener noreferrer nofollow external">
          Portfolio of {applicant.name}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
        <span className="application-address">{portfolio}</span>
      </p>
      {declinedBefore && (
        <p className="application-before">
          Declined before, <Moment at={declinedBefore.date} />. {declinedBefore.note}
        </p>
      )}
      <div className="application-actions">
        <Button size="small" onClick={() => onDecide("accepted")}>
          Accept
          <span className="visually-hidden"> {applicant.name}</span>
        </Button>
        <Button size="small" look="quiet" onClick={() => onDecide("declined")}>
          Decline
          <span className="visually-hidden"> {applicant.name}</span>
        </Button>
      </div>
    </li>
  );
}
