/** What a fault can be switched on for: the calls of Stripe's API, and the posting of events. */
export const faultTargets = [
  "create",
  "retrieve",
  "confirm",
  "capture",
  "cancel",
  "refund",
  "any",
  "webhook",
] as const;

export type FaultTarget = (typeof faultTargets)[number];

/** For calls. What each does is said in README.md. */
export const callFaultKinds = [
  "slow",
  "error-500",
  "unavailable",
  "cut-before-work",
  "cut-after-work",
  "decline-capture",
  "decline-refund",
  "pending-refund",
] as const;

/** For posted events. */
export const webhookFaultKinds = [
  "webhook-twice",
  "webhook-late",
  "webhook-reversed",
  "webhook-never",
] as const;

export const faultKinds = [...callFaultKinds, ...webhookFaultKinds] as const;

export type FaultKind = (typeof faultKinds)[number];
