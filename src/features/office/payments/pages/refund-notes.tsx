import type { ReactNode } from "react";
import { formatAmount } from "../../../../ui/price.tsx";
import type { RefundState } from "../state.ts";
import { Link } from "react-router";
import type { LessonStatus } from "../../../school/classes/lesson-status.ts";
import "./payments.css";

const labels: Record<Exclude<RefundState, "none" | "partial">, string> = {
  pending: "Refund pending",
  refunded: "Refunded",
  failed: "Refund failed",
  repaid: "Paid back",
};

/** @param amount dollars refunded so far */
export function RefundBadge({
  status,
  amount,
  on,
}: {
  readonly status: RefundState;
  readonly amount: number;
  readonly on?: ReactNode;
}) {
  if (status === "none") return null;
  return (
    <span className={`badge refund-badge is-${status}`}>
      {status === "partial" ? `$${formatAmount(amount)} refunded` : labels[status]}
      {on && <> on {on}</>}
    </span>
  );
}

export function DisputeBadge({
  dispute,
}: {
  readonly dispute: { readonly status: "open" | "won" | "lost"; readonly amount: number } | null;
}) {
  if (!dispute) return null;
  const words = { open: "Disputed", won: "Dispute won", lost: "Dispute lost" }[dispute.status];
  return (
    <span className={`badge refund-badge is-${dispute.status === "won" ? "repaid" : "failed"}`}>
      {words}: ${formatAmount(dispute.amount)}
    </span>
  );
}

export function RefundRule({ lessonStatus }: { readonly lessonStatus: LessonStatus }) {
  return (
    <>
      Refundable within 7 days of {lessonStatus === "upcoming" ? "the first lesson" : "purchase"} if you’ve
      opened less than 20% of the class. Discounted and promotional purchases are not refundable.{" "}
      <Link to="/refund-policy">Refund Policy</Link>
    </>
  );
}
