import type { Row } from "../../access/api-query.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Picture } from "../../ui/cover.tsx";
import { DashboardIcon } from "../../ui/dashboard-icon.tsx";
import { Moment } from "../../ui/timestamp.tsx";
import { Price, formatAmount } from "../../ui/price.tsx";
import type { OwnClass } from "../../features/school/classes/pages/class-values.ts";
import { sendAgainPath } from "../../features/school/classes/pages/editor-homes.ts";
import { mayChange } from "../../features/school/classes/state.ts";
import { StatusBadge } from "../../features/school/classes/pages/status-badge.tsx";
import { lessonCount } from "../../features/classroom/lessons/lesson-words.ts";

type LessonCounts = Row<"GET /instructor/lessons/{email}">;

interface MyClassCardProps {
  readonly item: OwnClass & { /** In dollars. */ readonly earnings: number };
  readonly lessons: LessonCounts | undefined;
  readonly index: number;
}

export function MyClassCard({ item, index, ...props }: MyClassCardProps): ReactNode {
  const { _id, className, status, feedback, previous, price, enrolledStudents, availableSeats } = item;
  const lessons = mayChange(status) ? props.lessons : undefined;
  const isUncaptioned = lessons !== undefined && lessons.uncaptioned > 0;
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
        {lessons && <p className="my-class-lessons">{lessonsInWords(lessons)}</p>}
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
          <dd>${formatAmount(item.earnings)}</dd>
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
        {status === "approved" && enrolledStudents > 0 && (
          <ButtonLink to={`/dashboard/gallery/${_id}`} size="small" look="quiet">
            Gallery
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
      {(status !== "pending" || feedback || previous || isUncaptioned) && (
        <div className="my-class-notes">
          {isUncaptioned && <Uncaptioned classId={_id} lessons={lessons} />}
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

function lessonsInWords({ lessons, published, drafts }: LessonCounts): string {
  if (lessons === 0) return "No lessons yet";
  const waiting = drafts === 1 ? "1 unpublished draft" : `${drafts} unpublished drafts`;
  const all = `${published} of ${lessonCount(lessons)} published`;
  return drafts > 0 ? `${all}, ${waiting}` : all;
}

function Uncaptioned({
  classId,
  lessons: { uncaptioned, firstUncaptioned },
}: {
  readonly classId: string;
  readonly lessons: LessonCounts;
}): ReactNode {
  const more = uncaptioned - firstUncaptioned.length;
  return (
    <div className="my-class-feedback is-warning">
      <h3>{uncaptioned === 1 ? "A video without captions" : `${uncaptioned} videos without captions`}</h3>
      <p>Deaf students and anyone watching without sound need them.</p>
      <ul role="list">
        {firstUncaptioned.map(({ _id, title }) => (
          <li key={_id}>
            <Link to={`/dashboard/instructor/curriculum/${classId}?lesson=${_id}`}>{title}</Link>
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </div>
  );
}
