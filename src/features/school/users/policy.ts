export const maxReasonLength = 500;

export const messages = {
  noReason: "Enter a reason",
  longReason: `Write at most ${maxReasonLength} characters`,
} as const;

export const applicationDecisions = ["accepted", "declined"] as const;
export type ApplicationDecision = (typeof applicationDecisions)[number];
