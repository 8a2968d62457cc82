/**
 * One attempt to pay for one class, from the first request to its end.
 *
 *     recorded ─▶ open ─▶ seated ─▶ paid ─▶ refunding ─▶ refunded    the seat is taken, then the money; or both go back
 *        │         │         │        └────────────────────▲         given back at the provider, without our asking
 *        │         │         └────▶ reversed        the money could not be taken: the seat went back
 *        │         ├───────▶ refused ─▶ released    no seat, or not what was asked for: nothing stays charged
 *        └─────────┴───────▶ abandoned              given up before any money was promised
 *
 *     paid ─▶ refunding ─────▶ refunded
 *               │   ▲              │       the bank may send a refund back, at once or weeks after it went through
 *               ▼   │ try again    │
 *             refund-failed ◀──────┘
 *               └───────▶ repaid           an admin has paid it back another way
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

/** The states in which the student may still pay: one such attempt for a student and a class. */
export const openStates = ["recorded", "open"] as const satisfies AttemptState[];

/** The states from which an admin may have the money given back. */
export const refundableStates = ["paid", "refund-failed"] as const satisfies AttemptState[];

/** The states in which the provider need not have been heard of yet. */
export const unsentStates = [
  "recorded",
  "refused",
  "released",
  "abandoned",
] as const satisfies AttemptState[];

/** The states of an attempt that was refused, and says why. */
export const refusedStates = ["refused", "released"] as const satisfies AttemptState[];

/** The states that still need something to happen by itself; the reconciler looks after them. */
export const unfinishedStates = [
  "recorded",
  "open",
  "seated",
  "refunding",
  "refused",
] as const satisfies AttemptState[];

/** How a payment's refund stands, as people are told. */
export const refundStates = ["none", "partial", "pending", "refunded", "failed", "repaid"] as const;
export type RefundState = (typeof refundStates)[number];

/** @param refundedCents what the provider has given back by now */
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

/** Why an attempt was refused. */
export const refusals = [
  "class-not-open",
  "already-enrolled",
  "no-seats-left",
  "mismatch",
  "replaced",
] as const;
export type Refusal = (typeof refusals)[number];

/**
 * The states of a Stripe payment intent, as published; and what became of the money that it collected: refunded when all of
 * it went back, by refunds or a lost dispute, refund-pending while it is on its way, refund-failed when that did not work.
 */
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

/**
 * What is to be done next. In our own database: take-seat, mark-paid, mark-refunding, mark-refunded, mark-refund-failed,
 * mark-abandoned, reverse, mark-released. At the provider: capture, cancel, refund. Nothing: wait (for the student or the bank) or done.
 */
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

/** The next step from what we hold and what the provider says: the same answer however often it is asked. */
export function nextStep(state: AttemptState, intent: IntentStatus): Step {
  switch (state) {
    case "recorded":
    case "open":
      // A refund that failed leaves the money collected.
      if (intent === "requires_capture" || intent === "succeeded" || intent === "refund-failed")
        return "take-seat";
      return intent === "canceled" || intent === "refunded" || intent === "refund-pending"
        ? "mark-abandoned"
        : "wait";
    case "seated":
      if (intent === "requires_capture") return "capture";
      // What was given back since was collected first: the records tell it in that order.
      if (hasCollected(intent)) return "mark-paid";
      return intent === "canceled" ? "reverse" : "wait";
    case "refused":
      if (intent === "succeeded") return "refund";
      if (intent === "refund-pending" || intent === "refund-failed") return "wait";
      return intent === "canceled" || intent === "refunded" ? "mark-released" : "cancel";
    case "reversed":
    case "released":
    case "abandoned":
      // Nothing may stay promised where nothing was given.
      return intent === "requires_capture" ? "cancel" : "done";
    case "paid":
    case "refund-failed":
      // Given back at the provider without our asking, or an old refund that went through after all.
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

const hasCollected = (intent: IntentStatus): boolean =>
  intent === "succeeded" ||
  intent === "refunded" ||
  intent === "refund-pending" ||
  intent === "refund-failed";
