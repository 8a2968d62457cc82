import { useQuery } from "@tanstack/react-query";
import { format } from "date-fns/format";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import type { CallAnswer } from "../../platform/http/contract.ts";
import { Cover } from "../../ui/cover.tsx";
import { LoadFailure } from "../../ui/empty-page.tsx";
import { formatAmount } from "../../ui/price.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { api } from "../accounts/session.ts";
import { useStudent } from "../accounts/use-guard.ts";
import type { enrollmentsContract } from "../enrollments/contract.ts";
import { PaymentSteps } from "./payment-steps.tsx";
import "./enrolled-class-page.css";

type EnrolledClass = CallAnswer<(typeof enrollmentsContract)["GET /enrolled/class/{email}/{id}"]>;

export const meta = () => [{ title: "Your class · Senga" }];

/** A class as its students have it: what it holds, who teaches it, since when and for how much. */
export default function EnrolledClassPage(): ReactNode {
  const student = useStudent();
  const { classId = "" } = useParams();
  return student && <EnrolledClassDetails email={student.user.email} classId={classId} />;
}

function EnrolledClassDetails({
  email,
  classId,
}: {
  readonly email: string;
  readonly classId: string;
}): ReactNode {
  const enrolled = useQuery({
    queryKey: ["enrolled classes", email, classId],
    queryFn: () => api("GET /enrolled/class/{email}/{id}", { params: { email, id: classId } }),
  });
  return (
    <>
      <p className="breadcrumb">
        <Link to="/dashboard/enrolled-classes">Enrolled Classes</Link> / Class
      </p>
      <h1 tabIndex={-1}>{enrolled.data?.className ?? "Your class"}</h1>
      {enrolled.data ? (
        <>
          <PaymentSteps current="Learn" />
          <div className="enrolled-class">
            <section className="panel enrolled-class-text" aria-labelledby="about-class">
              <h2 id="about-class">What this class holds</h2>
              <p>{enrolled.data.description || "The instructor has not described this class yet."}</p>
            </section>
            <Facts enrolled={enrolled.data} email={email} />
          </div>
        </>
      ) : enrolled.error ? (
        <LoadFailure onRetry={() => void enrolled.refetch()}>{enrolled.error.message}</LoadFailure>
      ) : (
        <ProgressBar label="Loading your class" />
      )}
    </>
  );
}

function Facts({ enrolled, email }: { readonly enrolled: EnrolledClass; readonly email: string }): ReactNode {
  const { classId } = enrolled;
  const payment = useQuery({
    queryKey: ["payments", email, classId],
    queryFn: () => api("GET /payments/{email}", { params: { email }, query: { classId, limit: 1 } }),
  }).data?.[0];
  return (
    <aside className="panel" aria-label="Your enrollment">
      <Cover src={enrolled.classImage} picture={enrolled.picture} title={enrolled.className} eager />
      <dl className="enrolled-class-facts">
        <dt>Level</dt>
        <dd>{enrolled.level.slice(0, 1).toUpperCase() + enrolled.level.slice(1)}</dd>
        <dt>Instructor</dt>
        <dd>
          {enrolled.instructorName}
          <br />
          <a href={`mailto:${enrolled.instructorEmail}`}>{enrolled.instructorEmail}</a>
        </dd>
        <dt>Enrolled</dt>
        <dd>{format(new Date(String(enrolled.date)), "MMM do yyyy")}</dd>
        {payment && (
          <>
            <dt>Paid</dt>
            <dd>${formatAmount(payment.total)}</dd>
            <dt>Transaction ID</dt>
            <dd>{payment.transactionId}</dd>
          </>
        )}
      </dl>
    </aside>
  );
}
