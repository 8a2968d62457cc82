import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type Answer, apiQuery } from "../../access/api-query.ts";
import { useMember } from "../../access/use-guard.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Cover } from "../../ui/cover.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { Icon } from "../../ui/icons.tsx";
import { QueryStatus } from "../../ui/query-status.tsx";
import { systemClock } from "../../platform/clock.ts";
import { useMediaSession } from "../../features/classroom/playback/pages/media-session-query.ts";
import { isStepDone, readinessSteps } from "../../features/office/overview/policy.ts";
import { sendAgainPath } from "../../features/school/classes/pages/editor-homes.ts";
import { StatusBadge } from "../../features/school/classes/pages/status-badge.tsx";
import { DrawingPicture } from "../../features/studio/critique/pages/drawing-picture.tsx";
import {
  drawingPath,
  drawings as drawingCount,
} from "../../features/studio/critique/pages/waiting-critiques.tsx";
import { TeachingTotals } from "./teaching-totals.tsx";
import { Readiness } from "./readiness.tsx";
import "./instructor-start.css";

type InstructorOverview = Answer<"GET /instructor/overview/{email}">;
type WaitingDrawing = InstructorOverview["drawings"][number];
type UnreadyClass = InstructorOverview["classes"][number];

const queuePath = "/dashboard/instructor/critiques";

export default function InstructorStart() {
  const { email } = useMember().user;
  const { data, error, refetch } = useQuery({
    ...apiQuery("GET /instructor/overview/{email}", { params: { email } }),
    refetchInterval: 60_000,
  });
  if (!data)
    return (
      <QueryStatus query={{ error, refetch }} what="your desk" loading="Laying out your desk" shape="sheet" />
    );
  if (data.totals.classes === 0) {
    return (
      <EmptyPage action={<ButtonLink to="/dashboard/add-class">Add A Class</ButtonLink>}>
        Your desk is clear. Add your first class. Until it’s ready to sell, this page lists what it still
        needs.
      </EmptyPage>
    );
  }
  return (
    <>
      <ToCritique overview={data} />
      {data.classes.length > 0 && (
        <section className="start-section" aria-labelledby="to-finish">
          <div className="bar is-baseline below start-section-head">
            <h2 id="to-finish">Get your classes ready to sell</h2>
            <Link to="/dashboard/instructor/my-classes">All my classes</Link>
          </div>
          <ul role="list" className="start-checklists">
            {data.classes.map((each) => (
              <Checklist key={each._id} item={each} />
            ))}
          </ul>
        </section>
      )}
      <section className="start-section" aria-label="In all">
        <TeachingTotals totals={data.totals} />
      </section>
    </>
  );
}

function ToCritique({ overview }: { readonly overview: InstructorOverview }) {
  const { drawings, waiting, overdue } = overview;
  const media = useMediaSession(drawings.length > 0);
  return (
    <section aria-labelledby="to-critique">
      <div className="bar is-baseline below start-section-head">
        <h2 id="to-critique">
          {waiting === 0 ? "Nothing to critique" : `${drawingCount(waiting)} to critique`}
        </h2>
        <Link to={queuePath}>All critiques</Link>
      </div>
      {waiting === 0 ? (
        <p className="start-caught-up">You’re all caught up. New drawings show up here.</p>
      ) : (
        <>
          {overdue > 0 && (
            <p className="row warning start-overdue">
              <Icon name="alert" />
              {overdue === 1 ? "One is" : `${overdue} are`} past the day you promised.
            </p>
          )}
          <ul role="list" className="start-drawings">
            {drawings.map((drawing) => (
              <ToCritiqueCard key={drawing._id} drawing={drawing} showsPicture={media.data === true} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface ToCritiqueCardProps {
  readonly drawing: WaitingDrawing;
  readonly showsPicture: boolean;
}

function ToCritiqueCard({ drawing, showsPicture }: ToCritiqueCardProps) {
  const { _id, studentName, lessonTitle, className, number, promisedBy, isOverdue, picture } = drawing;
  return (
    <li className="start-drawing panel casts-tone has-stretched-link">
      <div className="start-drawing-picture">
        {showsPicture && picture && <DrawingPicture picture={picture} alt="" sizes="260px" />}
        <p className={`badge status-badge ${isOverdue ? "is-denied" : "is-pending"}`}>
          <Icon name={isOverdue ? "alert" : "clock"} />
          {timeLeft(new Date(String(promisedBy)))}
        </p>
      </div>
      <div className="stack is-dense start-drawing-words">
        <h3 className="card-title">
          <Link to={drawingPath(_id)}>
            {studentName}: {lessonTitle}
          </Link>
        </h3>
        <p className="quiet is-small">
          {className}
          {number > 1 && `, round ${number}`}
        </p>
      </div>
    </li>
  );
}

const dayMilliseconds = 86_400_000;

function timeLeft(promisedBy: Date): string {
  const days = (promisedBy.getTime() - systemClock.now().getTime()) / dayMilliseconds;
  if (days < 0) return `Overdue by ${inDays(Math.ceil(-days))}`;
  return days < 1 ? "Less than a day left" : `${inDays(Math.floor(days))} left`;
}

const inDays = (count: number): string => (count === 1 ? "1 day" : `${count} days`);

function Checklist({ item }: { readonly item: UnreadyClass }) {
  const { _id, className, image, picture, status, feedback } = item;
  const done = readinessSteps.filter((step) => isStepDone(item, step)).length;
  return (
    <li className="start-checklist panel">
      <Cover src={image} picture={picture} title={className} />
      <div>
        <StatusBadge status={status} />
        <h3 className="card-title">
          <bdi>{className}</bdi>
          {status !== "denied" && (
            <span className="start-aside">
              {" "}
              {done} of {readinessSteps.length}
            </span>
          )}
        </h3>
        {feedback && (
          <p dir="auto" className="words remark">
            {feedback}
          </p>
        )}
        {status === "denied" ? (
          <ButtonLink size="small" to={sendAgainPath(_id)}>
            Send again<span className="visually-hidden"> {className}</span>
          </ButtonLink>
        ) : (
          <Readiness of={item} />
        )}
      </div>
    </li>
  );
}
