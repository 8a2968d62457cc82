/** Characters. */
export const longestReason = 500;

export const messages = {
  noReason: "Enter a reason",
  longReason: `Write at most ${longestReason} characters`,
} as const;

export const applicationDecisions = ["accepted", "declined"] as const;
export type ApplicationDecision = (typeof applicationDecisions)[number];
