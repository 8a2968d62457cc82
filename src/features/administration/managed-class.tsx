import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { CallAnswer } from "../../platform/http/contract.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Picture } from "../../ui/cover.tsx";
import { formatPrice } from "../../ui/price.tsx";
import { seatsInWords } from "../classes/class-card.tsx";
import type { classesContract } from "../classes/contract.ts";
import { type Decision, mayDecide } from "../classes/state.ts";
import { StatusBadge } from "../classes/status-badge.tsx";
import "./managed-class.css";

/** A class as admins see it. */
export type ManagedClassFacts = CallAnswer<(typeof classesContract)["GET /admin/manage/classes"]>[number];

interface ManagedClassProps {
  readonly item: ManagedClassFacts;
  /** The decision that is under way. */
  readonly deciding: Decision | undefined;
  readonly onDecide: (decision: Decision) => void;
}

export function ManagedClass({ item, deciding, onDecide }: ManagedClassProps): ReactNode {
  const { _id, className, status, feedback, image, picture } = item;
  const { search } = useLocation();
  const isOpen = mayDecide(status);
  return (
    <li className="managed-class panel">
      <div className="managed-class-picture">
        <Picture src={image} picture={picture} title={className} sizes="(width <= 860px) 112px, 220px" />
      </div>
      <div className="managed-class-facts">
        <StatusBadge status={status} />
        <h2 className="card-title">
          {status === "approved" ? <Link to={`/classes/${_id}`}>{className}</Link> : className}
        </h2>
        <p className="managed-class-by">
          with {item.instructorName}, <a href={`mailto:${item.instructorEmail}`}>{item.instructorEmail}</a>
        </p>
        <p>
          {formatPrice(item.price)} · {seatsInWords(item.availableSeats)} · {item.enrolledStudents} enrolled ·{" "}
          {item.level}
        </p>
        {(item.description || item.whatYouWillLearn.length > 0) && (
          <details className="managed-class-more">
            <summary>What the class says</summary>
            {item.description && <p>{item.description}</p>}
            <ul>
              {item.whatYouWillLearn.map((outcome) => (
                <li key={outcome}>{outcome}</li>
              ))}
            </ul>
          </details>
        )}
        {feedback && <p className="feedback-note">{feedback}</p>}
      </div>
      <div className="managed-class-actions">
        <Button
          size="small"
          disabled={!isOpen}
          busy={deciding === "approved" && "Approving …"}
          onClick={() => onDecide("approved")}
        >
          Approve
          <span className="visually-hidden"> {className}</span>
        </Button>
        <Button
          size="small"
          look="quiet"
          disabled={!isOpen}
          busy={deciding === "denied" && "Denying …"}
          onClick={() => onDecide("denied")}
        >
          Deny
          <span className="visually-hidden"> {className}</span>
        </Button>
        <ButtonLink size="small" look="quiet" to={`/feedback/${_id}`} state={{ list: search }}>
          Send Feedback
          <span className="visually-hidden"> on {className}</span>
        </ButtonLink>
      </div>
    </li>
  );
}
