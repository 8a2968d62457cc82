import type { ReactNode } from "react";
import { formatAmount } from "../../ui/price.tsx";
import type { RefundState } from "./state.ts";
import "./refund-badge.css";

const labels: Record<Exclude<RefundState, "none" | "partial">, string> = {
  pending: "Refund pending",
  refunded: "Refunded",
  failed: "Refund failed",
  repaid: "Paid back",
};

/**
 * How a payment's refund stands; nothing where there is none.
 * @param amount in dollars, what has gone back by now
 * @param on when all of it went back
 */
export function RefundBadge({
  status,
  amount,
  on,
}: {
  readonly status: RefundState;
  readonly amount: number;
  readonly on?: ReactNode;
}): ReactNode {
  if (status === "none") return null;
  return (
    <span className={`refund-badge is-${status}`}>
      {status === "partial" ? `$${formatAmount(amount)} refunded` : labels[status]}
      {on && <> on {on}</>}
    </span>
  );
}

/** That the student's bank asks, or asked, for the money back. */
export function DisputeBadge({
  dispute,
}: {
  readonly dispute: { readonly status: "open" | "won" | "lost"; readonly amount: number } | null;
}): ReactNode {
  if (!dispute) return null;
  const words = { open: "Disputed", won: "Dispute won", lost: "Dispute lost" }[dispute.status];
  return (
    <span className={`refund-badge is-${dispute.status === "won" ? "repaid" : "failed"}`}>
      {words}: ${formatAmount(dispute.amount)}
    </span>
  );
}
