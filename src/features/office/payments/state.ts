import { keysOf } from "../../../platform/keys-of.ts";

/**
 *     recorded ─▶ open ─▶ seated ─▶ paid ─▶ refunding ─▶ refunded
 *        │         │         │        └────────────────────▲   refunded in the Stripe dashboard
 *        │         │         └────▶ reversed        capture failed, seat returned
 *        │         ├───────▶ refused ─▶ released    seat refused, charge undone
 *        │         │            ▼                   retired, and nobody had paid
 *        └─────────┴───────▶ abandoned ─▶ seated    nothing authorized; captured all the same: a commit was lost
 *
 *     paid ─▶ refunding ─────▶ refunded
 *               │   ▲              │       the bank may return a refund, even weeks after it succeeded
 *               ▼   │ try again    │
 *             refund-failed ◀──────┘
 *               └───────▶ repaid           repaid outside Stripe
 *
 *     paid, refunding ─────▶ repaid           the payment was made through another Stripe account
 */
export const attemptStates = [
  "recorded",
  "open",
  "seated",
  "paid",
  "refunding",
  "refunded",
  "refund-failed",
  "repaid",
  "reversed",
  "refused",
  "released",
  "abandoned",
] as const;
export type AttemptState = (typeof attemptStates)[number];

/** At most one such attempt per student and class. */
export const openStates = ["recorded", "open"] as const satisfies AttemptState[];

export const refundableStates = ["paid", "refund-failed"] as const satisfies AttemptState[];

/** @param isKnown false for the intent of another Stripe account, about which this one can't be asked */
export const repayableStates = (isKnown: boolean): readonly AttemptState[] =>
  isKnown ? ["refund-failed"] : ["paid", "refunding", "refund-failed"];

/** The intent may not exist yet. */
export const unsentStates = [
  "recorded",
  "refused",
  "released",
  "abandoned",
] as const satisfies AttemptState[];

export const refusedStates = ["refused", "released"] as const satisfies AttemptState[];

export const unfinishedStates = [
  "recorded",
  "open",
  "seated",
  "refunding",
  "refused",
] as const satisfies AttemptState[];

/** Money of the student is on its way, to the school or back. */
export const unsettledStates = [
  "seated",
  "refused",
  "refunding",
  "refund-failed",
] as const satisfies AttemptState[];

export const refundStates = ["none", "partial", "pending", "refunded", "failed", "repaid"] as const;
export type RefundState = (typeof refundStates)[number];

export function refundStateOf(state: AttemptState, refundedCents: number): RefundState {
  switch (state) {
    case "refunding":
      return "pending";
    case "refunded":
      return "refunded";
    case "refund-failed":
      return "failed";
    case "repaid":
      return "repaid";
    default:
      return refundedCents > 0 ? "partial" : "none";
  }
}

export const refusals = [
  "class-not-open",
  "already-enrolled",
  "no-seats-left",
  "mismatch",
  "replaced",
  "paid-late",
  "paid-already",
  "no-consent",
  "account-deleted",
  "account-gone",
] as const;
export type Refusal = (typeof refusals)[number];

/** Attempts are retired with these while nobody has paid; the other one follows if somebody pays all the same. */
const lateRefusals: Partial<Record<Refusal, Refusal>> = {
  replaced: "paid-late",
  "paid-already": "already-enrolled",
  "account-deleted": "account-gone",
};

export const unpaidRefusals: readonly Refusal[] = keysOf(lateRefusals);

/** Stripe's statuses, and three of ours for captured money. A lost dispute counts as refunded. */
export type IntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "processing"
  | "requires_capture"
  | "canceled"
  | "succeeded"
  | "refund-pending"
  | "refunded"
  | "refund-failed";

/** Nobody has authorized them yet. */
export const unpaidStatuses = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
] as const satisfies IntentStatus[];

export type Step =
  | "take-seat"
  | "mark-paid"
  | "mark-refunding"
  | "mark-refunded"
  | "mark-refund-failed"
  | "mark-abandoned"
  | "reverse"
  | "mark-released"
  | "capture"
  | "cancel"
  | "refund"
  | "wait"
  | "done";

export function nextStep(state: AttemptState, intent: IntentStatus): Step {
  switch (state) {
    case "recorded":
    case "open":
      if (intent === "requires_capture" || intent === "succeeded" || intent === "refund-failed")
        return "take-seat";
      return intent === "canceled" || intent === "refunded" || intent === "refund-pending"
        ? "mark-abandoned"
        : "wait";
    case "seated":
      if (intent === "requires_capture") return "capture";
      // The money was captured before it was refunded; record both in that order.
      if (hasCollected(intent)) return "mark-paid";
      return intent === "canceled" ? "reverse" : "wait";
    case "refused":
      if (intent === "succeeded") return "refund";
      if (intent === "refund-pending" || intent === "refund-failed") return "wait";
      return intent === "canceled" || intent === "refunded" ? "mark-released" : "cancel";
    case "reversed":
    case "released":
    case "abandoned":
      if (state === "abandoned" && intent === "succeeded") return "take-seat";
      // No authorization may outlive an attempt without a seat.
      return intent === "requires_capture" ? "cancel" : "done";
    case "paid":
    case "refund-failed":
      // A refund from the Stripe dashboard, or an old refund that succeeded after all.
      if (intent === "refund-pending") return "mark-refunding";
      return intent === "refunded" ? "mark-refunded" : "done";
    case "refunding":
      if (intent === "succeeded") return "refund";
      if (intent === "refund-failed") return "mark-refund-failed";
      return intent === "refunded" ? "mark-refunded" : "wait";
    case "refunded":
      return intent === "refund-failed" ? "mark-refund-failed" : "done";
    case "repaid":
      return "done";
  }
}

/** Undefined if the refusal stays. */
export const lateRefusal = (refusal: Refusal | null, intent: IntentStatus): Refusal | undefined =>
  refusal !== null && (intent === "requires_capture" || hasCollected(intent))
    ? lateRefusals[refusal]
    : undefined;

/** Of a refused attempt: it belongs to no book. */
export const isNeverPaid = (refusal: Refusal | null, intent: IntentStatus): boolean =>
  intent === "canceled" && refusal !== null && unpaidRefusals.includes(refusal);

/** The refund that these states are waiting for has failed. */
export const isOwed = (state: AttemptState, intent: IntentStatus): boolean =>
  intent === "refund-failed" &&
  (state === "refused" || state === "released" || state === "reversed" || state === "abandoned");

export const unknownReasons = ["other-site", "unreadable", "refund-pending", "refund-failed"] as const;
export type UnknownReason = (typeof unknownReasons)[number];

const hasCollected = (intent: IntentStatus): boolean =>
  intent === "succeeded" ||
  intent === "refunded" ||
  intent === "refund-pending" ||
  intent === "refund-failed";

const firstCheckSeconds = 60;

/** When the reconciler first asks about an attempt; leaves time to type a card number. */
export const firstCheckAt = (now: Date): Date => new Date(now.getTime() + firstCheckSeconds * 1000);
