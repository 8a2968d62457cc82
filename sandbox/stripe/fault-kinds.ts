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

/** README.md describes each kind. */
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

export const webhookFaultKinds = [
  "webhook-twice",
  "webhook-late",
  "webhook-reversed",
  "webhook-never",
] as const;

export const faultKinds = [...callFaultKinds, ...webhookFaultKinds] as const;

export type FaultKind = (typeof faultKinds)[number];
