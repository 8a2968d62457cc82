/**
 * One attempt to pay for one class, from the first request to its end.
 *
 *     recorded ─▶ open ─▶ seated ─▶ paid ─▶ refunding ─▶ refunded    the seat is taken, then the money; or both go back
 *        │         │         │        └────────────────────▲         given back at the provider, without our asking
 *        │         │         └────▶ reversed        the money could not be taken: the seat went back
 *        │         ├───────▶ refused ─▶ released    no seat, or not what was asked for: nothing stays charged
 *        └─────────┴───────▶ abandoned              given up before any money was promised
 */
export const attemptStates = [
  "recorded",
  "open",
  "seated",
  "paid",
  "refunding",
  "refunded",
  "reversed",
  "refused",
  "released",
  "abandoned",
] as const;
export type AttemptState = (typeof attemptStates)[number];

/** The states that still need something to happen; the reconciler looks after them. */
export const unfinishedStates = [
  "recorded",
  "open",
  "seated",
  "refunding",
  "refused",
] as const satisfies AttemptState[];

/** Why an attempt was refused. */
export const refusals = [
  "class-not-open",
  "already-enrolled",
  "no-seats-left",
  "mismatch",
  "replaced",
] as const;
export type Refusal = (typeof refusals)[number];

/** The states of a Stripe payment intent, as published; and refunded, when all that it collected was given back. */
export type IntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "processing"
  | "requires_capture"
  | "canceled"
  | "succeeded"
  | "refunded";

/**
 * What is to be done next. In our own database: take-seat, mark-paid, mark-refunded, mark-abandoned, reverse, mark-released.
 * At the provider: capture, cancel, refund. Nothing: wait (for the student or the bank) or done.
 */
export type Step =
  | "take-seat"
  | "mark-paid"
  | "mark-refunded"
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
      if (intent === "requires_capture" || intent === "succeeded") return "take-seat";
      return intent === "canceled" || intent === "refunded" ? "mark-abandoned" : "wait";
    case "seated":
      if (intent === "requires_capture") return "capture";
      // What was given back since was collected first: the records tell it in that order.
      if (intent === "succeeded" || intent === "refunded") return "mark-paid";
      return intent === "canceled" ? "reverse" : "wait";
    case "refused":
      if (intent === "succeeded") return "refund";
      return intent === "canceled" || intent === "refunded" ? "mark-released" : "cancel";
    case "reversed":
    case "released":
    case "abandoned":
      // Nothing may stay promised where nothing was given.
      return intent === "requires_capture" ? "cancel" : "done";
    case "paid":
      return intent === "refunded" ? "mark-refunded" : "done";
    case "refunding":
      if (intent === "succeeded") return "refund";
      return intent === "refunded" ? "mark-refunded" : "wait";
    case "refunded":
      return "done";
  }
}
