import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { formatDay } from "../../ui/day.ts";
import { Cover } from "../../ui/cover.tsx";
import { LoadFailure } from "../../ui/empty-page.tsx";
import { failureText } from "../../ui/connection.ts";
import { Icon } from "../../ui/icons.tsx";
import { formatAmount } from "../../ui/price.tsx";
import { Loading } from "../../ui/loading.tsx";
import { type Answer, apiQuery } from "../../access/api-query.ts";
import { LessonNote } from "../../features/school/classes/pages/class-notes.tsx";
import { MissingClass } from "../../features/school/classes/pages/missing-class.tsx";
import { isMissing } from "../../http/client.ts";
import { useMember } from "../../access/use-guard.ts";
import { PaymentSteps } from "../../ui/payment-steps.tsx";
import { CertificatePanel } from "../../features/studio/certificates/pages/certificate-panel.tsx";
import { ClassContents } from "./class-contents.tsx";
import { ClassProgress, ContinueLink, hasFinished } from "./class-progress.tsx";
import { type ClassLearning, classLearningQuery } from "./learning-queries.ts";
import { systemClock } from "../../platform/clock.ts";
import "./enrolled-class-page.css";

type EnrolledClass = Answer<"GET /enrolled/class/{email}/{id}">;

export const meta = () => [{ title: "Your class · Senga" }];

export default function EnrolledClassPage() {
  const { email } = useMember().user;
  const { classId = "" } = useParams();
  const enrolled = useQuery(apiQuery("GET /enrolled/class/{email}/{id}", { params: { email, id: classId } }));
  const learning = useQuery(classLearningQuery(email, classId));
  return (
    <>
      <p className="breadcrumb">
        <Link to="/dashboard/enrolled-classes">Enrolled Classes</Link> / Class
      </p>
      <h1 tabIndex={-1}>{enrolled.data?.className ?? "Your class"}</h1>
      {isMissing(enrolled.error) ? (
        <MissingClass to="/dashboard/enrolled-classes">Enrolled Classes</MissingClass>
      ) : enrolled.error && !enrolled.data ? (
        <LoadFailure onRetry={() => void enrolled.refetch()}>{enrolled.error.message}</LoadFailure>
      ) : enrolled.data && !learning.isPending ? (
        <ClassRoom enrolled={enrolled.data} learning={learning} />
      ) : (
        <Loading label="Loading your class" shape="sheet" />
      )}
    </>
  );
}

interface ClassRoomProps {
  readonly enrolled: EnrolledClass;
  readonly learning: UseQueryResult<ClassLearning>;
}

function ClassRoom({ enrolled, learning }: ClassRoomProps) {
  const { classId } = enrolled;
  const isNew = learning.data?.resume?.isStarted === false;
  const isFinished = learning.data ? hasFinished(learning.data) : false;
  return (
    <>
      {isNew && <PaymentSteps current="Learn" />}
      {isFinished && <CertificatePanel classId={classId} isFinished />}
      <div className="columns enrolled-class">
        <div className="stack is-loose">
          <ClassLessons enrolled={enrolled} learning={learning} />
          <section className="panel is-roomy enrolled-class-text" aria-labelledby="about-class">
            <h2 id="about-class">About this class</h2>
            <p>{enrolled.description || "No description yet."}</p>
          </section>
          {enrolled.whatYouWillLearn.length > 0 && (
            <section className="panel is-roomy enrolled-class-text" aria-labelledby="outcomes">
              <h2 id="outcomes">What you’ll learn</h2>
              <ul role="list" className="ticks">
                {enrolled.whatYouWillLearn.map((outcome) => (
                  <li key={outcome}>
                    <Icon name="check" />
                    {outcome}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <div className="stack is-loose">
          {!isFinished && <CertificatePanel classId={classId} />}
          <NextStep enrolled={enrolled} isNew={isNew} />
          <Receipt enrolled={enrolled} />
        </div>
      </div>
    </>
  );
}

function ClassLessons({ enrolled: { classId, className, lessonStatus }, learning }: ClassRoomProps) {
  if (!learning.data) {
    return (
      <LoadFailure onRetry={() => void learning.refetch()}>
        We couldn’t load your lessons. {failureText(learning.error)}
      </LoadFailure>
    );
  }
  const { sections, daysThisMonth, resume } = learning.data;
  if (sections.length === 0) {
    return (
      <section className="panel is-roomy enrolled-class-text" aria-labelledby="lessons">
        <h2 id="lessons">Lessons</h2>
        <LessonNote status={lessonStatus} />
      </section>
    );
  }
  return (
    <section className="stack" aria-labelledby="lessons">
      <h2 id="lessons">Lessons</h2>
      <div className="panel stack is-start is-padded enrolled-class-continue">
        <ClassProgress standing={learning.data} />
        {resume && (
          <ContinueLink classId={classId} className={className} standing={learning.data} size="medium" />
        )}
        <LearningDays days={daysThisMonth} />
      </div>
      <ClassContents classId={classId} sections={sections} headingLevel="h3" />
    </section>
  );
}

interface NextStepProps {
  readonly enrolled: EnrolledClass;
  readonly isNew: boolean;
}

function NextStep({ enrolled, isNew }: NextStepProps) {
  return (
    <aside className="panel enrolled-class-next" aria-label="What’s next">
      <Cover src={enrolled.classImage} picture={enrolled.picture} title={enrolled.className} eager />
      <div>
        <h2>{isNew ? "Your seat is confirmed" : "About your class"}</h2>
        <p>
          {enrolled.level.slice(0, 1).toUpperCase() + enrolled.level.slice(1)} level, with{" "}
          <strong>{enrolled.instructorName}</strong>. Got a question about the class? Ask your instructor.
        </p>
        <a className="button is-small is-quiet" href={`mailto:${enrolled.instructorEmail}`}>
          Email {enrolled.instructorName}
        </a>
        <ButtonLink size="small" look="quiet" to={`/dashboard/gallery/${enrolled.classId}`}>
          Class gallery
        </ButtonLink>
        <ButtonLink size="small" look="quiet" to="/classes">
          Find your next class
        </ButtonLink>
      </div>
    </aside>
  );
}

function Receipt({ enrolled: { classId, date } }: { readonly enrolled: EnrolledClass }) {
  const { email } = useMember().user;
  const payment = useQuery(
    apiQuery("GET /payments/{email}", { params: { email }, query: { classId, limit: 1 } }),
  ).data?.[0];
  return (
    <details className="panel enrolled-class-receipt">
      <summary>Receipt</summary>
      <dl className="facts">
        <dt>Enrolled</dt>
        <dd>{formatDay(new Date(String(date)))}</dd>
        {payment && (
          <>
            <dt>Paid</dt>
            <dd>${formatAmount(payment.total)}</dd>
            <dt>Transaction ID</dt>
            <dd>{payment.transactionId}</dd>
          </>
        )}
      </dl>
      {payment && (
        <p>
          <Link to={`/dashboard/receipts/${payment._id}`}>Open the receipt</Link>
        </p>
      )}
      <p>
        Changed your mind?{" "}
        {payment ? (
          <Link to={`/dashboard/payment-history/${payment._id}/withdraw`}>Withdraw from this class</Link>
        ) : (
          <>
            See our <Link to="/refund-policy">Refund Policy</Link>.
          </>
        )}
      </p>
    </details>
  );
}

/** `days` are UTC dates of this month. Missed days are not counted. */
function LearningDays({ days }: { readonly days: readonly string[] }) {
  if (days.length === 0) return null;
  const learned = new Set(days.map((day) => Number(day.slice(8))));
  return (
    <div className="stack is-tight learning-days">
      <p className="quiet is-small">
        You’ve drawn on {days.length} {days.length === 1 ? "day" : "days"} this month.
      </p>
      <div className="cluster" aria-hidden="true">
        {Array.from({ length: daysOfMonth(systemClock.now()) }, (_, index) => (
          <span key={`day ${index + 1}`} className={learned.has(index + 1) ? "is-learned" : undefined} />
        ))}
      </div>
    </div>
  );
}

const daysOfMonth = (now: Date): number =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate();
