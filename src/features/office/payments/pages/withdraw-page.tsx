import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useParams } from "react-router";
import { ApiError } from "../../../../http/client.ts";
import { ButtonLink } from "../../../../ui/button.tsx";
import { EmptyPage } from "../../../../ui/empty-page.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { type Answer, apiQuery } from "../../../../access/api-query.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { type Column, Table } from "../../../../ui/table.tsx";
import { QueryStatus } from "../../../../ui/query-status.tsx";
import { exactTime } from "../../../classroom/lessons/lesson-words.ts";
import { refundStanding, type LessonShare, type Standing } from "../refund-standing.ts";
import { StandingLines } from "./standing-lines.tsx";
import { AskTheSchool, Withdrawal } from "./withdrawal.tsx";
import "./withdraw-page.css";

export const meta = () => [{ title: "Withdraw from a class · Senga" }];

export default function WithdrawPage() {
  const { displayName: name, email } = useMember().user;
  const { id = "" } = useParams();
  return <Refund key={id} student={{ name, email }} id={id} />;
}

interface Student {
  readonly name: string;
  readonly email: string;
}

function Refund({ student, id }: { readonly student: Student; readonly id: string }) {
  const { data, error, refetch } = useQuery(
    apiQuery("GET /payments/{email}/{id}/refund", { params: { email: student.email, id } }),
  );
  return (
    <>
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <Link to="/dashboard/payment-history">Payment History</Link> / Withdraw
      </nav>
      <h1 tabIndex={-1}>Withdraw from a class</h1>
      {data ? (
        <RefundOf student={student} payment={data} />
      ) : error instanceof ApiError && [400, 403, 404].includes(error.status) ? (
        <EmptyPage action={<ButtonLink to="/dashboard/payment-history">Payment History</ButtonLink>}>
          We couldn’t find this payment among yours.
        </EmptyPage>
      ) : (
        <QueryStatus
          query={{ error, refetch }}
          what="your payment"
          shape="sheet"
          failure="We couldn’t load this payment."
        />
      )}
    </>
  );
}

function RefundOf({
  student,
  payment,
}: {
  readonly student: Student;
  readonly payment: Answer<"GET /payments/{email}/{id}/refund">;
}) {
  const { className, total, kept, facts, refundStatus, dispute } = payment;
  if (refundStatus !== "none" && refundStatus !== "partial") return <WithdrawalState payment={payment} />;
  const standing = refundStanding(facts);
  const isDisputed = dispute?.status === "open";
  return (
    <div className="stack is-loose withdraw-page">
      <p className="lede">
        You paid ${formatAmount(total)} for “{className}” on <Moment at={facts.capturedAt} />.{" "}
        {standing.isAllowed
          ? `You can get ${kept < total ? `the remaining $${formatAmount(kept)} back` : "a full refund"}, no reason needed, as long as:`
          : "You don’t meet every condition for an automatic refund, but you can ask the school for one below. Here’s where you stand:"}
      </p>
      <StandingLines standing={standing} />
      {standing.total > 0 && <OpenedLessons standing={standing} />}
      {isDisputed ? (
        <p>
          You’ve disputed this payment with your bank. It’s up to your bank now, so you can’t withdraw here in
          the meantime.
        </p>
      ) : standing.isAllowed ? (
        <Withdrawal student={student} payment={payment} />
      ) : (
        <AskTheSchool payment={payment} />
      )}
    </div>
  );
}

function WithdrawalState({ payment }: { readonly payment: Answer<"GET /payments/{email}/{id}/refund"> }) {
  const { _id, className, withdrawn, facts } = payment;
  const heading = useRef<HTMLHeadingElement>(null);
  // The dialog that led here is gone, with the button that opened it.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <section className="panel is-roomy withdrawal" aria-labelledby="withdrawal">
      <h2 id="withdrawal" className="subheading is-large" ref={heading} tabIndex={-1}>
        {withdrawn ? "You’ve withdrawn" : headingOf(payment)}
      </h2>
      {withdrawn && (
        <p>
          You withdrew from “{className}” on <Moment at={withdrawn} />. We’ve emailed you a confirmation.
        </p>
      )}
      <p>{wordsOf(payment)}</p>
      {withdrawn && (
        <p className="fine">
          You paid on <Moment at={facts.capturedAt} />.
        </p>
      )}
      <p className="cluster is-level is-loose">
        <ButtonLink size="small" look="quiet" to="/dashboard/payment-history">
          Payment History
        </ButtonLink>
        <Link to={`/dashboard/receipts/${_id}`}>Receipt</Link>
      </p>
    </section>
  );
}

const headingOf = ({ refundStatus }: Answer<"GET /payments/{email}/{id}/refund">): string =>
  refundStatus === "refunded" || refundStatus === "repaid"
    ? "This payment was refunded"
    : "We’re refunding this payment";

function wordsOf({ refundStatus, total, kept }: Answer<"GET /payments/{email}/{id}/refund">): string {
  const amount = `$${formatAmount(kept)}`;
  switch (refundStatus) {
    case "refunded":
      return `The $${formatAmount(total)} you paid has been returned. A refund reaches your card in 5–10 business days, depending on your bank.`;
    case "repaid":
      return "We’ve paid you back another way.";
    case "failed":
      return `Your bank didn’t take the refund of ${amount}. We still owe it to you, and we’ll try again or pay you back another way.`;
    default:
      return `The payment service hasn’t returned your ${amount} yet. We’ll keep trying and email you when it’s done; you don’t need to do anything.`;
  }
}

interface Row {
  readonly _id: string;
  readonly title: ReactNode;
  readonly opened: number;
  readonly weight: number;
}

const columns: readonly Column<Row>[] = [
  { title: "Lesson", cell: ({ title }) => title },
  { title: "Opened", kind: "number", cell: ({ opened }) => exactTime(opened) },
  { title: "Length", kind: "number", cell: ({ weight }) => exactTime(weight) },
];

function OpenedLessons({ standing }: { readonly standing: Standing }) {
  const { lessons, opened, total } = standing;
  const goneSince = total - lessons.reduce((sum, { weight }) => sum + weight, 0);
  const rows: readonly Row[] = [
    ...lessons.map((lesson) => ({ ...lesson, title: <LessonTitle lesson={lesson} /> })),
    ...(goneSince > 0
      ? [{ _id: "gone", title: "No longer in the class, but still counted", opened: 0, weight: goneSince }]
      : []),
    { _id: "all", title: <strong>All</strong>, opened, weight: total },
  ];
  return (
    <details className="opened-lessons">
      <summary>Show each lesson</summary>
      <Table caption="How much of each lesson you’ve opened" columns={columns} rows={rows} />
      <p className="quiet above">
        For a video, we count the seconds your player loaded. Players load ahead, so each time you stop or
        skip, up to a minute that you didn’t watch doesn’t count, though never more in total than you did
        watch of that video. A text counts once you’ve opened it, at 200 words a minute. Each file you’ve
        downloaded counts as one minute. Free previews don’t count, and we round your share down.
      </p>
    </details>
  );
}

function LessonTitle({ lesson: { title, isRetired, materials } }: { readonly lesson: LessonShare }) {
  return (
    <>
      {title}
      {isRetired && <span className="subline">No longer in the class</span>}
      {materials.count > 0 && <span className="subline">{filesInWords(materials)}</span>}
    </>
  );
}

function filesInWords({ count, opened }: LessonShare["materials"]): string {
  if (count === 1) return `With a file, ${opened === 1 ? "opened" : "not opened"}`;
  return `With ${count} files, ${opened} opened`;
}
