import { useQueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams, Link, useLocation } from "react-router";
import { failureText } from "../../ui/connection.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { toast } from "../../ui/toast.tsx";
import { isFinal } from "../../access/api-query.ts";
import { api } from "../../access/session.ts";
import { useMember } from "../../access/use-guard.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Cover } from "../../ui/cover.tsx";
import { EmptyPage, LoadFailure } from "../../ui/empty-page.tsx";
import { NextPage } from "../../ui/next-page.tsx";
import { lessonStamp, lessonNote } from "../../features/school/classes/lesson-status.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryStatus } from "../../ui/query-status.tsx";
import { type Bought, sayElsewhere } from "../../features/office/payments/pages/use-checkout.ts";
import { enrolledClassesQuery } from "./learning-queries.ts";
import { ClassProgress, ContinueLink, continuePath, playing } from "./class-progress.tsx";
import "./enrolled-classes.css";

export const meta = () => [{ title: "Enrolled Classes · Senga" }];

/** Also the return URL after a bank's authentication. */
export default function EnrolledClassesPage() {
  const { role } = useMember();
  const [search] = useSearchParams();
  const returnedWith = search.get("payment_intent");
  const [attempt, setAttempt] = useState(0);
  return (
    <>
      <h1 tabIndex={-1}>Enrolled Classes</h1>
      <BoughtDialog />
      {returnedWith && role === "student" && (
        <ReturnedPayment key={attempt} intentId={returnedWith} onRetry={() => setAttempt(attempt + 1)} />
      )}
      <EnrolledClasses />
    </>
  );
}

interface ReturnedPaymentProps {
  readonly intentId: string;
  readonly onRetry: () => void;
}

/** The server settles the payment: the URL parameters are untrusted. */
function ReturnedPayment({ intentId, onRetry }: ReturnedPaymentProps) {
  const { email } = useMember().user;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<unknown>();

  useEffect(() => {
    const settle = async (): Promise<void> => {
      try {
        await api("POST /payments", { body: { transactionId: intentId } });
        const payments = await api("GET /payments/{email}", { params: { email }, query: {} });
        const bought = payments.find(({ transactionId }) => transactionId === intentId);
        const isHere = new URLSearchParams(location.search).get("payment_intent") === intentId;
        if (!isHere) return await sayElsewhere(queries);
        await navigate("/dashboard/enrolled-classes", { replace: true, state: { bought } });
        await queries.invalidateQueries();
        if (!bought) toast("Payment Successful");
      } catch (error) {
        setProblem(error);
      }
    };
    void settle();
  }, [email, intentId, queries, navigate]);

  return (
    <div className="below-large">
      {problem === undefined ? (
        <ProgressBar label="Finishing your payment" />
      ) : isFinal(problem) ? (
        <div role="alert">
          <EmptyPage action={<ButtonLink to="/dashboard/selected-classes">Selected Classes</ButtonLink>}>
            {failureText(problem)}
          </EmptyPage>
        </div>
      ) : (
        <LoadFailure onRetry={onRetry}>{failureText(problem)}</LoadFailure>
      )}
    </div>
  );
}

function EnrolledClasses() {
  const { email } = useMember().user;
  const query = useInfiniteQuery(enrolledClassesQuery(email));
  const { data, error, refetch } = query;
  const enrolled = data?.pages.flatMap(({ rows }) => rows);
  if (!enrolled) return <QueryStatus query={{ error, refetch }} what="your classes" shape="cards" />;
  if (enrolled.length === 0) {
    return (
      <EmptyPage action={<ButtonLink to="/classes">Browse classes</ButtonLink>}>
        You have not selected any classes yet. Please select a class to enroll.
      </EmptyPage>
    );
  }
  return (
    <>
      <ul role="list" className="enrolled-grid">
        {enrolled.map(
          (
            {
              _id,
              classId,
              className,
              classImage,
              picture,
              instructorName,
              instructorEmail,
              lessonStatus,
              standing,
            },
            index,
          ) => (
            <li key={_id} className="card panel casts-tone has-stretched-link">
              <Cover src={classImage} picture={picture} title={className} eager={index < 3} />
              <div className="card-body enrolled-card-body">
                <h2 className="card-title">
                  <Link to={`/dashboard/enrolled-classes/${classId}`}>{className}</Link>
                </h2>
                <p className="class-card-by">with {instructorName}</p>
                <a href={`mailto:${instructorEmail}`}>{instructorEmail}</a>
                {lessonStatus !== "published" && <p>{lessonStamp(lessonStatus)}</p>}
                {standing && <ClassProgress standing={standing} />}
                <ContinueLink classId={classId} className={className} standing={standing} />
              </div>
            </li>
          ),
        )}
      </ul>
      <NextPage query={query}>More classes</NextPage>
    </>
  );
}

function BoughtDialog() {
  const { email } = useMember().user;
  const location = useLocation();
  const navigate = useNavigate();
  const fromNavigation = (location.state as { readonly bought?: Bought } | null)?.bought;
  const [handled, setHandled] = useState(fromNavigation);
  const [bought, setBought] = useState(fromNavigation);
  const enrolled = useInfiniteQuery(enrolledClassesQuery(email));
  // The return from a bank redirect settles the payment after this page has mounted.
  if (fromNavigation !== handled) {
    setHandled(fromNavigation);
    if (fromNavigation) setBought(fromNavigation);
  }
  useEffect(() => {
    // Otherwise a reload or the back button would show the dialog again.
    if (fromNavigation) void navigate(".", { replace: true, state: null, preventScrollReset: true });
  }, [fromNavigation, navigate]);
  if (!bought || enrolled.isPending) return null;
  const { classId, className, alreadyEnrolled } = bought;
  const row = enrolled.data?.pages.flatMap(({ rows }) => rows).find((each) => each.classId === classId);
  const note = row && lessonNote(row.lessonStatus);

  return (
    <Dialog
      title={alreadyEnrolled ? "You’re already enrolled" : `You’re in: ${className}`}
      onClose={() => setBought(undefined)}
      isSuccess
      closeLabel="Close"
      action={
        <>
          <ButtonLink to={continuePath(classId, row?.standing)} state={playing}>
            {row?.standing?.resume ? "Start" : "See the class"}
          </ButtonLink>
          <ButtonLink to="/dashboard/payment-history" look="quiet">
            Receipt
          </ButtonLink>
        </>
      }
    >
      <p>
        {alreadyEnrolled ??
          "Payment Successful. Your seat is yours, and your receipt is on its way by email."}
      </p>
      {note && <p>{note}</p>}
    </Dialog>
  );
}
