import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { ApiError } from "../../../../http/client.ts";
import { ButtonLink } from "../../../../ui/button.tsx";
import { failureText } from "../../../../ui/connection.ts";
import { EmptyPage, LoadFailure } from "../../../../ui/empty-page.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import { Moment } from "../../../../ui/timestamp.tsx";
import { type Answer, apiQuery } from "../../../../access/api-query.ts";
import { useGuard } from "../../../../access/use-guard.ts";
import { refundStanding } from "../refund-standing.ts";
import { StandingLines } from "./standing-lines.tsx";
import { AskTheSchool } from "./ask-the-school.tsx";
import { OpenedLessons } from "./opened-lessons.tsx";
import { Withdrawal } from "./withdrawal.tsx";
import { WithdrawalState } from "./withdrawal-state.tsx";
import "./withdraw-page.css";

export const meta = () => [{ title: "Withdraw from a class · Senga" }];

export default function WithdrawPage(): ReactNode {
  const member = useGuard();
  const { id = "" } = useParams();
  if (!member) return null;
  const { displayName: name, email } = member.user;
  return <Refund key={id} student={{ name, email }} id={id} />;
}

interface Student {
  readonly name: string;
  readonly email: string;
}

function Refund({ student, id }: { readonly student: Student; readonly id: string }): ReactNode {
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
      ) : error ? (
        <LoadFailure onRetry={() => void refetch()}>
          We couldn’t load this payment. {failureText(error)}
        </LoadFailure>
      ) : (
        <Loading label="Loading your payment" shape="sheet" />
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
}): ReactNode {
  const { className, total, facts, refundStatus, dispute } = payment;
  if (refundStatus !== "none" && refundStatus !== "partial") return <WithdrawalState payment={payment} />;
  const standing = refundStanding(facts);
  const isDisputed = dispute?.status === "open";
  return (
    <div className="withdraw-page">
      <p className="lede">
        You paid ${formatAmount(total)} for “{className}” on <Moment at={facts.capturedAt} />.{" "}
        {standing.isAllowed
          ? "You can get a full refund, no reason needed, as long as:"
          : "You don’t meet every condition for an automatic refund, so we’ll review your request:"}
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
