/** Reports by different people that hide content until an admin decides. */
export const reportsToHide = 3;

/** Characters. */
export const maxDecision = 1000;

export const decisions = ["hide", "keep"] as const;
export type ReportDecision = (typeof decisions)[number];
