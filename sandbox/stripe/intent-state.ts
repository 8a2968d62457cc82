/**
 * Omits requires_confirmation (a card arrives only with the confirmation) and processing (cards settle at once). Every
 * state but succeeded can become canceled.
 * https://docs.stripe.com/payments/paymentintents/lifecycle
 */
export const intentStates = [
  "requires_payment_method",
  "requires_action",
  "requires_capture",
  "succeeded",
  "canceled",
] as const;

export type IntentState = (typeof intentStates)[number];

export type Move = "confirm" | "authenticate" | "capture" | "cancel";

export const movesFrom: Readonly<Record<IntentState, readonly Move[]>> = {
  requires_payment_method: ["confirm", "cancel"],
  // A student who closes the 3-D Secure window may try another card.
  requires_action: ["confirm", "authenticate", "cancel"],
  requires_capture: ["capture", "cancel"],
  succeeded: [],
  canceled: [],
};

export const refusedMoves: Readonly<Record<Move, (state: IntentState) => string>> = {
  confirm: (state) =>
    state === "succeeded"
      ? "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
      : `You cannot confirm this PaymentIntent because it has a status of ${state}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action, requires_payment_method.`,
  authenticate: (state) =>
    `This PaymentIntent does not wait for an authentication: it has a status of ${state}, not requires_action.`,
  capture: (state) =>
    `This PaymentIntent could not be captured because it has a status of ${state}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
  cancel: (state) =>
    `You cannot cancel this PaymentIntent because it has a status of ${state}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
};
