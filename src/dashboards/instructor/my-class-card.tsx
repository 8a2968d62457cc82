import type { ReactNode } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Picture } from "../../ui/cover.tsx";
import { DashboardIcon } from "../../ui/dashboard-icon.tsx";
import { Moment } from "../../ui/timestamp.tsx";
import { Price, formatAmount } from "../../ui/price.tsx";
import type { OwnClass } from "../../features/classes/class-values.ts";
import { sendAgainPath } from "../../features/classes/own-classes-query.ts";
import { mayChange } from "../../features/classes/state.ts";
import { StatusBadge } from "../../features/classes/status-badge.tsx";

interface MyClassCardProps {
  readonly item: OwnClass & { /** In dollars. */ readonly earnings: number };
  readonly index: number;
}

export function MyClassCard({ item, index }: MyClassCardProps): ReactNode {
  const { _id, className, status, feedback, previous, price, enrolledStudents, availableSeats, earnings } =
    item;
  return (
    <li className="my-class panel">
      <div className="my-class-picture">
        <Picture
          src={item.image}
          picture={item.picture}
          title={className}
          sizes="(width <= 860px) 112px, 264px"
          eager={index < 3}
        />
      </div>
      <div className="my-class-facts">
        <StatusBadge status={status} />
        <h2 className="card-title">
          {status === "denied" ? (
            className
          ) : (
            <Link to={status === "approved" ? `/classes/${_id}` : `/dashboard/preview/${_id}`}>
              {className}
            </Link>
          )}
        </h2>
        <Price amount={price} />
      </div>
      <dl className="my-class-figures">
        <div>
          <dt>Students</dt>
          <dd>{enrolledStudents}</dd>
        </div>
        <div>
          <dt>Seats left</dt>
          <dd>{availableSeats}</dd>
        </div>
        <div>
          <dt>Earned</dt>
          <dd>${formatAmount(earnings)}</dd>
        </div>
      </dl>
      <div className="my-class-actions">
        {mayChange(status) && (
          <ButtonLink to={`/dashboard/instructor/curriculum/${_id}`} size="small">
            <DashboardIcon name="book" />
            Lessons
            <span className="visually-hidden"> of {className}</span>
          </ButtonLink>
        )}
        {mayChange(status) ? (
          <ButtonLink to={`/update/class/${_id}`} size="small" look="quiet">
            <DashboardIcon name="pencil" />
            Update
            <span className="visually-hidden"> {className}</span>
          </ButtonLink>
        ) : (
          <ButtonLink to={sendAgainPath(_id)} size="small">
            Send again
            <span className="visually-hidden"> {className}</span>
          </ButtonLink>
        )}
      </div>
      {(status !== "pending" || feedback || previous) && (
        <div className="my-class-notes">
          {(status !== "pending" || feedback) && (
            <div className="my-class-feedback">
              <h3>Feedback</h3>
              <p>{feedback ?? "No Feedback"}</p>
            </div>
          )}
          {previous && status === "pending" && (
            <div className="my-class-feedback">
              <h3>
                Sent again after it was denied <Moment at={previous.decided} />
              </h3>
              <p>{previous.feedback ?? "No Feedback"}</p>
            </div>
          )}
        </div>
      )}
    </li>
  );
}
