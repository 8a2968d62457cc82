export const callTargets = ["create", "retrieve", "confirm", "capture", "cancel", "refund"] as const;

export type CallTarget = (typeof callTargets)[number];
export type FaultTarget = CallTarget | "webhook";

export const callFaultKinds = [
  "slow",
  "error-500",
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

export type FaultKind = (typeof callFaultKinds | typeof webhookFaultKinds)[number];
